package dev.tenon.guard.policy.schema;

import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Validates arguments against the input schema that the server lists, and results against its output schema (MCP
 * specification, server features, tools). Invalid arguments are answered with a tool error for the model (SEP-1303) and
 * do not reach the server; an invalid result is a defect that the caller cannot correct. A schema that is invalid or
 * not supported is reported and not checked. {@link KnownToolPolicy} handles tools that the server does not list.
 */
public final class SchemaPolicy implements NonBlockingPolicy {
    private static final Json TRUE = Json.of(true);

    private final CompiledSchemaCache schemas;

    /**
     * Creates a policy.
     *
     * @param maxSchemas the maximum number of compiled schemas to cache
     */
    public SchemaPolicy(int maxSchemas) {
        this.schemas = new CompiledSchemaCache(maxSchemas);
    }

    @Override
    public String name() {
        return "schemas";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        Json definition = message.definition();
        if (definition == null || !message.method().equals("tools/call")) {
            return PolicyDecision.ALLOW;
        }
        try {
            return switch (message.kind()) {
                case REQUEST -> checkArguments(message, definition.get("inputSchema"));
                case RESULT -> checkResult(message, definition.get("outputSchema"));
                default -> PolicyDecision.ALLOW;
            };
        } catch (SchemaException e) {
            String which = message.kind() == MessageKind.REQUEST ? "input" : "output";
            return new PolicyDecision.AllowDecision(List.of(Finding.of(
                    "schemas.unusable", "The tool's " + which + " schema cannot be used: " + e.getMessage())));
        }
    }

    private PolicyDecision checkArguments(PolicyMessage message, @Nullable Json schema) {
        Json arguments = Objects.requireNonNullElse(message.body().get("arguments"), Json.EMPTY_OBJECT);
        List<SchemaIssue> issues = findSchemaIssues(message, "in", schema, arguments);
        if (issues.isEmpty()) {
            return PolicyDecision.ALLOW;
        }
        String advice = SchemaIssueFormatter.formatArgumentIssues(issues);
        return PolicyDecision.reject(
                new Finding("schemas.input", "arguments", advice), new PolicyRejection.ToolError(advice));
    }

    private PolicyDecision checkResult(PolicyMessage message, @Nullable Json schema) {
        Json body = message.body();
        if (schema == null || TRUE.equals(body.get("isError")) || !isComplete(body)) {
            return PolicyDecision.ALLOW;
        }
        Json structured = body.get("structuredContent");
        if (structured == null) {
            return rejectResult("The result has no structured content, though the tool has an output schema.");
        }
        List<SchemaIssue> issues = findSchemaIssues(message, "out", schema, structured);
        return issues.isEmpty() ? PolicyDecision.ALLOW : rejectResult(SchemaIssueFormatter.formatResultIssues(issues));
    }

    private static PolicyDecision rejectResult(String detail) {
        return PolicyDecision.reject(
                new Finding("schemas.output", "structuredContent", detail),
                PolicyRejection.protocolError(
                        ErrorCode.INTERNAL_ERROR, "The server's result does not fit the tool's own output schema"));
    }

    private List<SchemaIssue> findSchemaIssues(PolicyMessage message, String side, @Nullable Json schema, Json value) {
        return schema == null
                ? List.of()
                : schemas.getOrCompile(side + " " + message.upstream() + " " + message.targetName(), schema)
                        .validate(value);
    }

    /** Returns whether this is the final result, and not an input request that precedes it (2026-07-28). */
    private static boolean isComplete(Json result) {
        return result.get("resultType") == null || "complete".equals(result.string("resultType"));
    }
}
