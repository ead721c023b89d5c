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

/** A tool definition with the values derived from it: header parameters and output schema. */
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

    /** Returns the arguments that are mirrored in headers; the first call parses them from the schema. */
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
     * Validates the result of a call against the output schema.
     *
     * @throws InvalidResponseException when the structured content is missing or does not match the output schema
     */
    public void checkResult(CallToolResult result) {
        Schema schema = result.isError() ? null : outputSchema();
        if (schema == null) {
            return;
        }
        Json structured = result.structuredContent();
        if (structured == null) {
            throw new InvalidResponseException(
                    quotedName() + " has an output schema, but its result has no structuredContent");
        }
        List<SchemaIssue> issues = schema.validate(structured);
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
