package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CallToolResult;
import dev.tenon.schema.Advice;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.server.ToolSpec;
import java.util.List;
import java.util.Set;

/**
 * {@code tools/call}. An unknown tool is a protocol error; arguments that the tool's schema refuses are a result that tells
 * the model how to mend them (2026-07-28, server/tools, Error Handling; SEP-1303).
 */
record ToolCalling(Offer offer) implements Operation<CallToolParams> {
    @Override
    public String target(CallToolParams params) {
        return params.name();
    }

    @Override
    public Set<String> needs(CallToolParams params) {
        return offer.tools().needs(params.name());
    }

    @Override
    public Work prepare(CallToolParams params, ActiveCall call) {
        ToolSpec tool = offer.tools().get(params.name());
        if (tool == null) {
            throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown tool: " + Quote.shortened(params.name()));
        }
        ToolHeaders.check(tool.headers(), params.arguments(), call, Tolerance.NONE);
        return new Work.Handle(() -> run(tool, params.arguments(), call), tool.blocking(), tool.time());
    }

    private static CallToolResult run(ToolSpec tool, Json arguments, ActiveCall call) throws Exception {
        List<SchemaIssue> issues = tool.input().validate(arguments);
        if (!issues.isEmpty()) {
            return CallToolResult.error(Advice.forArguments(issues));
        }
        return ToolResults.of(tool, arguments, call);
    }
}
