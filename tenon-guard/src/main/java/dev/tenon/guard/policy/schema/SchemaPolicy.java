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
import org.jspecify.annotations.Nullable;

/**
 * Arguments against the input schema that the server itself lists, results against its output schema (server features,
 * tools). Wrong arguments are answered with words for the model (SEP-1303) and the server is not bothered; a wrong
 * result is a defect that the caller cannot mend. A schema that cannot be used is noted and not checked; for tools that
 * the server does not list there is {@link KnownToolPolicy}.
 */
public final class SchemaPolicy implements NonBlockingPolicy {
    private final CompiledSchemaCache schemas;

    /** A policy that keeps at most so many compiled schemas. */
    public SchemaPolicy(int mostSchemas) {
        this.schemas = new CompiledSchemaCache(mostSchemas);
    }

    @Override
    public String name() {
        return "schemas";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        if (!passage.method().equals("tools/call")) {
            return PolicyDecision.ALLOW;
        }
        Json definition = passage.definition();
        if (definition == null) {
            return PolicyDecision.ALLOW;
        }
        try {
            return switch (passage.kind()) {
                case REQUEST -> checkArguments(passage, definition.get("inputSchema"));
                case RESULT -> checkResult(passage, definition.get("outputSchema"));
                default -> PolicyDecision.ALLOW;
            };
        } catch (SchemaException e) {
            String which = passage.kind() == MessageKind.REQUEST ? "input" : "output";
            return new PolicyDecision.AllowDecision(List.of(Finding.of(
                    "schemas.unusable", "The tool's " + which + " schema cannot be used: " + e.getMessage())));
        }
    }

    private PolicyDecision checkArguments(PolicyMessage passage, @Nullable Json schema) {
        Json given = passage.body().get("arguments");
        Json arguments = given == null ? Json.EMPTY_OBJECT : given;
        List<SchemaIssue> issues = validate(passage, "in", schema, arguments);
        if (issues.isEmpty()) {
            return PolicyDecision.ALLOW;
        }
        String advice = SchemaIssueFormatter.formatArgumentIssues(issues);
        return PolicyDecision.reject(
                new Finding("schemas.input", "arguments", advice), new PolicyRejection.ToolError(advice));
    }

    private PolicyDecision checkResult(PolicyMessage passage, @Nullable Json schema) {
        Json body = passage.body();
        if (schema == null || isError(body) || !isComplete(body)) {
            return PolicyDecision.ALLOW;
        }
        Json structured = body.get("structuredContent");
        if (structured == null) {
            return rejectResult("The result has no structured content, though the tool has an output schema.");
        }
        List<SchemaIssue> issues = validate(passage, "out", schema, structured);
        return issues.isEmpty() ? PolicyDecision.ALLOW : rejectResult(SchemaIssueFormatter.formatResultIssues(issues));
    }

    private static PolicyDecision rejectResult(String detail) {
        return PolicyDecision.reject(
                new Finding("schemas.output", "structuredContent", detail),
                PolicyRejection.protocolError(
                        ErrorCode.INTERNAL_ERROR, "The server's result does not fit the tool's own output schema"));
    }

    private List<SchemaIssue> validate(PolicyMessage passage, String side, @Nullable Json schema, Json value) {
        return schema == null
                ? List.of()
                : schemas.getOrCompile(side + " " + passage.upstream() + " " + passage.targetName(), schema)
                        .validate(value);
    }

    private static boolean isError(Json result) {
        Json error = result.get("isError");
        return error != null && Boolean.TRUE.equals(error.bool());
    }

    /** Whether this is the result itself, and not a question that comes before it (2026-07-28). */
    private static boolean isComplete(Json result) {
        return result.get("resultType") == null || "complete".equals(result.string("resultType"));
    }
}
