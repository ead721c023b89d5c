package dev.tenon.server.internal.feature;

import dev.tenon.codec.ParamsException;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonBindingException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.call.InputDeclinedException;
import dev.tenon.server.feature.ToolErrorException;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code tools/call}. An unknown tool is a protocol error; invalid arguments are a result that tells the model
 * how to correct them (2026-07-28, server/tools, Error Handling; SEP-1303). Over HTTP in a stateless revision, headers
 * that differ from the arguments that they repeat are error -32020.
 */
record CallToolMethodHandler(FeatureRegistry features) implements MethodHandler<CallToolParams> {
    @Override
    public Set<String> requiredScopes(CallToolParams params) {
        return features.tools().requiredScopes(params.name());
    }

    @Override
    public ExecutionPlan executeOrPlan(CallToolParams params, ActiveCall call) {
        ToolSpec tool = features.tools().get(params.name());
        if (tool == null) {
            throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown tool: " + Excerpts.quote(params.name()));
        }
        ToolHeaderValidator.validate(tool.headers(), params.arguments(), call, LeniencyPolicy.NONE);
        return new ExecutionPlan.HandlerInvocation(
                () -> validateAndInvoke(tool, params.arguments(), call), tool.blocking(), tool.timeout());
    }

    private static CallToolResult validateAndInvoke(ToolSpec tool, Json arguments, ActiveCall call) {
        List<SchemaIssue> issues = tool.input().validate(arguments);
        if (!issues.isEmpty()) {
            return CallToolResult.error(SchemaIssueFormatter.formatArgumentIssues(issues));
        }
        Object returned;
        try {
            returned = tool.handler().handle(arguments, call);
        } catch (RpcException | ParamsException e) {
            throw e;
        } catch (ToolErrorException | InputDeclinedException | ClientInputException e) {
            return CallToolResult.error(String.valueOf(e.getMessage()));
        } catch (JsonBindingException e) {
            return CallToolResult.error(
                    "The arguments of " + tool.tool().name() + " are not accepted: " + e.getMessage());
        } catch (Exception | StackOverflowError e) {
            return logAndCreateErrorResult(e, call);
        }
        return validateOutput(tool, toResult(tool, returned));
    }

    /**
     * Creates the result of an unexpected failure: the model learns that the tool failed, the details are logged for
     * the operator.
     */
    private static CallToolResult logAndCreateErrorResult(Throwable failure, ActiveCall call) {
        if (call.execution().isCompleted()) {
            return CallToolResult.error("Cancelled.");
        }
        String incident = call.execution().observation().logIncident(failure);
        return CallToolResult.error("The tool failed unexpectedly (incident " + incident
                + "). Trying again may help; if it does not, the operator of this server can look the incident up.");
    }

    private static CallToolResult toResult(ToolSpec tool, @Nullable Object returned) {
        if (returned instanceof CallToolResult result) {
            Json structured = result.structuredContent();
            // As text as well, for clients that do not read structured content.
            return structured != null && result.content().isEmpty()
                    ? result.withContent(List.of(Content.text(structured.toString())))
                    : result;
        }
        if (tool.output() != null) {
            return CallToolResult.structured(Json.of(returned));
        }
        if (returned == null) {
            return CallToolResult.of();
        }
        if (returned instanceof String text) {
            return CallToolResult.text(text);
        }
        if (returned instanceof Content content) {
            return CallToolResult.of(content);
        }
        return returned instanceof List<?> list
                        && !list.isEmpty()
                        && list.stream().allMatch(Content.class::isInstance)
                ? CallToolResult.of()
                        .withContent(list.stream().map(Content.class::cast).toList())
                : CallToolResult.structured(Json.of(returned));
    }

    /** Validates the structured result; a result that violates the output schema is a defect of the tool. */
    private static CallToolResult validateOutput(ToolSpec tool, CallToolResult result) {
        if (tool.output() == null || result.isError()) {
            return result;
        }
        Json structured = result.structuredContent();
        if (structured == null) {
            throw new IllegalStateException(
                    "Tool " + tool.tool().name() + " has an outputSchema but returned no structuredContent");
        }
        List<SchemaIssue> issues = tool.output().validate(structured);
        if (!issues.isEmpty()) {
            throw new IllegalStateException("Tool " + tool.tool().name()
                    + " returned a result that violates its outputSchema: " + issues.get(0));
        }
        return result;
    }
}
