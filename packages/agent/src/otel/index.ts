// The surface of @ai4j/agent/otel: spans of runs, for OpenTelemetry.
export { type AgentTelemetryOptions, agentTelemetry } from './agent-telemetry.ts';
