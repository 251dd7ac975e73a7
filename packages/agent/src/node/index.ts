// The surface of @ai4j/agent/node: what needs files or processes.
export {};
