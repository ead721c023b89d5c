package dev.tenon.guard.policy.schema;

import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.Arrays;
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

    /** Compiled schemas by key; the least recently used is evicted. */
    private final BoundedCache<String, CachedSchema> schemas;

    /**
     * Creates a policy.
     *
     * @param maxSchemas the maximum number of compiled schemas to cache
     */
    public SchemaPolicy(int maxSchemas) {
        this.schemas = BoundedCache.ofSize(maxSchemas);
    }

    private record CachedSchema(
            Json source, @Nullable Schema schema, @Nullable SchemaException problem) {}

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
        List<SchemaIssue> issues = findValueIssues(message, "in", schema, arguments);
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
        List<SchemaIssue> issues = findValueIssues(message, "out", schema, structured);
        return issues.isEmpty() ? PolicyDecision.ALLOW : rejectResult(SchemaIssueFormatter.formatResultIssues(issues));
    }

    private static PolicyDecision rejectResult(String detail) {
        return PolicyDecision.reject(
                new Finding("schemas.output", "structuredContent", detail),
                PolicyRejection.protocolError(
                        ErrorCode.INTERNAL_ERROR, "The server's result does not fit the tool's own output schema"));
    }

    private List<SchemaIssue> findValueIssues(PolicyMessage message, String side, @Nullable Json schema, Json value) {
        if (schema == null) {
            return List.of();
        }
        String key = side + " " + message.upstream() + " " + message.targetName();
        return getOrCompile(key, schema).validate(value);
    }

    /**
     * Returns the compiled schema; compiles it if it is new for this key or has changed.
     *
     * @throws SchemaException if the schema is invalid or not supported
     */
    private Schema getOrCompile(String key, Json source) {
        CachedSchema entry = schemas.get(key);
        if (entry == null || !isIdentical(entry.source(), source)) {
            entry = compile(source);
            schemas.put(key, entry);
        }
        if (entry.problem() != null) {
            throw entry.problem();
        }
        return Objects.requireNonNull(entry.schema());
    }

    /** Returns whether both texts are equal byte by byte. */
    private static boolean isIdentical(Json known, Json source) {
        return known.sizeInBytes() == source.sizeInBytes()
                && known.readBytes((mine, from, length) -> source.readBytes(
                        (given, start, size) -> Arrays.equals(mine, from, from + length, given, start, start + size)));
    }

    private static CachedSchema compile(Json source) {
        Json kept = source.toDetached();
        try {
            return new CachedSchema(kept, Schema.compile(kept), null);
        } catch (SchemaException e) {
            return new CachedSchema(kept, null, e);
        }
    }

    /** Returns whether this is the final result, and not an input request that precedes it (2026-07-28). */
    private static boolean isComplete(Json result) {
        return result.get("resultType") == null || "complete".equals(result.string("resultType"));
    }
}
