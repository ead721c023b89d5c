package dev.tenon.client.internal.cache;

import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.http.ToolParamHeaders;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Tool;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool as its server described it, and what follows from that for a call. */
public final class CachedTool {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    private final Tool tool;
    private volatile @Nullable ToolParamHeaders headers;
    private volatile @Nullable Schema output;
    private volatile boolean isOutputSchemaInvalid;

    CachedTool(Tool tool) {
        this.tool = tool;
    }

    public Tool tool() {
        return tool;
    }

    /** Its arguments that are mirrored; read from its schema by the first call that wants to know. */
    public ToolParamHeaders headerParams() {
        ToolParamHeaders ready = headers;
        if (ready == null) {
            Json schema = tool.inputSchema();
            ready = ToolParamHeaders.findProblems(schema).isEmpty()
                    ? ToolParamHeaders.parse(schema)
                    : ToolParamHeaders.EMPTY;
            headers = ready;
        }
        return ready;
    }

    /**
     * Checks what the tool said against what it promised.
     *
     * @throws InvalidResponseException when its structured content is missing or does not fit its output schema
     */
    public void checkResult(CallToolResult result) {
        Schema promised = result.isError() ? null : outputSchema();
        if (promised == null) {
            return;
        }
        Json said = result.structuredContent();
        if (said == null) {
            throw new InvalidResponseException(
                    quotedName() + " has an output schema, but its result no structuredContent");
        }
        List<SchemaIssue> issues = promised.validate(said);
        if (!issues.isEmpty()) {
            throw new InvalidResponseException("The result of " + quotedName() + " does not fit its own output schema: "
                    + SchemaIssueFormatter.formatResultIssues(issues));
        }
    }

    private @Nullable Schema outputSchema() {
        Json schema = tool.outputSchema();
        if (schema == null || isOutputSchemaInvalid) {
            return null;
        }
        Schema ready = output;
        if (ready == null) {
            try {
                ready = Schema.compile(schema);
                output = ready;
            } catch (SchemaException e) {
                isOutputSchemaInvalid = true;
                LOG.warn(
                        "The output schema of {} cannot be used, its results are not checked: {}",
                        quotedName(),
                        e.getMessage());
            }
        }
        return ready;
    }

    private String quotedName() {
        return "Tool " + Excerpts.quote(tool.name());
    }
}
