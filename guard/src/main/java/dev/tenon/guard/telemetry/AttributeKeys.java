package dev.tenon.guard.telemetry;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;

import io.opentelemetry.api.common.AttributeKey;

/**
 * Attribute keys: those of the OpenTelemetry semantic conventions for MCP, and the guard's own under {@code
 * tenon.guard}.
 */
final class AttributeKeys {
    static final AttributeKey<String> METHOD = stringKey("mcp.method.name");
    static final AttributeKey<String> TOOL = stringKey("gen_ai.tool.name");
    static final AttributeKey<String> PROMPT = stringKey("gen_ai.prompt.name");
    static final AttributeKey<String> OPERATION = stringKey("gen_ai.operation.name");
    static final AttributeKey<String> RESOURCE = stringKey("mcp.resource.uri");
    static final AttributeKey<String> VERSION = stringKey("mcp.protocol.version");
    static final AttributeKey<String> SESSION = stringKey("mcp.session.id");
    static final AttributeKey<String> REQUEST = stringKey("jsonrpc.request.id");
    static final AttributeKey<String> STATUS_CODE = stringKey("rpc.response.status_code");
    static final AttributeKey<String> ERROR = stringKey("error.type");
    static final AttributeKey<String> TRANSPORT = stringKey("network.transport");
    static final AttributeKey<String> PROTOCOL = stringKey("network.protocol.name");
    static final AttributeKey<String> ADDRESS = stringKey("server.address");
    static final AttributeKey<Long> PORT = longKey("server.port");

    static final AttributeKey<String> UPSTREAM = stringKey("tenon.guard.upstream");
    static final AttributeKey<String> VERDICT = stringKey("tenon.guard.verdict");
    static final AttributeKey<String> POLICY = stringKey("tenon.guard.policy");
    static final AttributeKey<String> RULE = stringKey("tenon.guard.rule");
    static final AttributeKey<String> OUTCOME = stringKey("tenon.guard.outcome");

    static final AttributeKey<String> LIMIT = stringKey("tenon.guard.bound");

    private AttributeKeys() {}
}
