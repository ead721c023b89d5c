package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.http.HeaderParams;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Tool;
import dev.tenon.schema.Advice;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.SchemaIssue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool as its server described it, and what follows from that for a call. */
final class KnownTool {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    private final Tool tool;
    private volatile @Nullable HeaderParams headers;
    private volatile @Nullable Schema output;
    private volatile boolean unusable;

    KnownTool(Tool tool) {
        this.tool = tool;
    }

    Tool tool() {
        return tool;
    }

    /** Its arguments that are mirrored; read from its schema by the first call that wants to know. */
    HeaderParams headers() {
        HeaderParams ready = headers;
        if (ready == null) {
            Json schema = tool.inputSchema();
            ready = HeaderParams.problems(schema).isEmpty() ? HeaderParams.of(schema) : HeaderParams.NONE;
            headers = ready;
        }
        return ready;
    }

    /**
     * Checks what the tool said against what it promised.
     *
     * @throws BadAnswerException when its structured content is missing or does not fit its output schema
     */
    void check(CallToolResult result) {
        Schema promised = result.isError() ? null : output();
        if (promised == null) {
            return;
        }
        Json said = result.structuredContent();
        if (said == null) {
            throw new BadAnswerException(name() + " has an output schema, but its result no structuredContent");
        }
        List<SchemaIssue> issues = promised.validate(said);
        if (!issues.isEmpty()) {
            throw new BadAnswerException(
                    "The result of " + name() + " does not fit its own output schema: " + Advice.forResult(issues));
        }
    }

    private @Nullable Schema output() {
        Json schema = tool.outputSchema();
        if (schema == null || unusable) {
            return null;
        }
        Schema ready = output;
        if (ready == null) {
            try {
                ready = Schema.compile(schema);
                output = ready;
            } catch (SchemaException e) {
                unusable = true;
                LOG.warn(
                        "The output schema of {} cannot be used, its results are not checked: {}",
                        name(),
                        e.getMessage());
            }
        }
        return ready;
    }

    private String name() {
        return "Tool " + Quote.shortened(tool.name());
    }
}
