package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.schema.Advice;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.SchemaIssue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arguments against the input schema that the server itself lists, results against its output schema (server features,
 * tools). Wrong arguments are answered with words for the model (SEP-1303) and the server is not bothered; a wrong result is
 * a defect that the caller cannot mend. A schema that cannot be used is noted and not checked; for tools that
 * the server does not list there is {@link KnownToolPolicy}.
 */
public final class SchemaPolicy implements QuickPolicy {
    private final SchemaCache schemas;

    /** A policy that keeps at most so many compiled schemas. */
    public SchemaPolicy(int mostSchemas) {
        this.schemas = new SchemaCache(mostSchemas);
    }

    @Override
    public String name() {
        return "schemas";
    }

    @Override
    public Ruling rule(Passage passage) {
        if (!passage.method().equals("tools/call")) {
            return Ruling.PASS;
        }
        Json definition = passage.definition();
        if (definition == null) {
            return Ruling.PASS;
        }
        try {
            return switch (passage.part()) {
                case REQUEST -> arguments(passage, definition.get("inputSchema"));
                case RESULT -> result(passage, definition.get("outputSchema"));
                default -> Ruling.PASS;
            };
        } catch (SchemaException e) {
            String which = passage.part() == Part.REQUEST ? "input" : "output";
            return new Ruling.Pass(List.of(Finding.of(
                    "schemas.unusable", "The tool's " + which + " schema cannot be used: " + e.getMessage())));
        }
    }

    private Ruling arguments(Passage passage, @Nullable Json schema) {
        Json given = passage.body().get("arguments");
        Json arguments = given == null ? Json.EMPTY_OBJECT : given;
        List<SchemaIssue> issues = issues(passage, "in", schema, arguments);
        if (issues.isEmpty()) {
            return Ruling.PASS;
        }
        String advice = Advice.forArguments(issues);
        return Ruling.refuse(new Finding("schemas.input", "arguments", advice), new Refusal.ToolError(advice));
    }

    private Ruling result(Passage passage, @Nullable Json schema) {
        Json body = passage.body();
        if (schema == null || isError(body) || !isComplete(body)) {
            return Ruling.PASS;
        }
        Json structured = body.get("structuredContent");
        if (structured == null) {
            return wrong("The result has no structured content, though the tool has an output schema.");
        }
        List<SchemaIssue> issues = issues(passage, "out", schema, structured);
        return issues.isEmpty() ? Ruling.PASS : wrong(Advice.forResult(issues));
    }

    private static Ruling wrong(String detail) {
        return Ruling.refuse(
                new Finding("schemas.output", "structuredContent", detail),
                Refusal.error(
                        ErrorCode.INTERNAL_ERROR, "The server's result does not fit the tool's own output schema"));
    }

    private List<SchemaIssue> issues(Passage passage, String side, @Nullable Json schema, Json value) {
        return schema == null
                ? List.of()
                : schemas.of(side + " " + passage.upstream() + " " + passage.name(), schema)
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
