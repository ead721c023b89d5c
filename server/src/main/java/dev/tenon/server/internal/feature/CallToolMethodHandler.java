package dev.tenon.server.internal.feature;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolParams;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.Set;

/**
 * Handles {@code tools/call}. An unknown tool is a protocol error; invalid arguments are a result that tells the model
 * how to correct them (2026-07-28, server/tools, Error Handling; SEP-1303). Over HTTP in a stateless revision, headers
 * that differ from the arguments that they repeat are error -32020.
 */
record CallToolMethodHandler(FeatureRegistry features) implements MethodHandler<CallToolParams> {
    @Override
    public String target(CallToolParams params) {
        return params.name();
    }

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
                () -> ToolHandlerRunner.validateAndInvoke(tool, params.arguments(), call),
                tool.blocking(),
                tool.timeout());
    }
}
