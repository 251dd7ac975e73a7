// The surface of @ai4j/agent/testing: doubles and conformance suites for people who write adapters.
export {};
