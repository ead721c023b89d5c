package dev.tenon.client.internal.call;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.cache.CachedTool;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Methods;
import dev.tenon.model.Tool;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Calls tools: asks for approval, mirrors arguments in headers as the tool's schema says, and validates the result. */
public record ToolCaller(ConnectionProvider connections, ClientContext context, CallExecutor calls, ListFetcher lists) {
    public CallToolResult callWithApproval(String name, Json arguments, CallOptions options) {
        Deadline deadline = calls.createDeadline(options);
        ServerInfo server = connections.getConnection(deadline).protocol().server();
        RequiredCapabilities.check(Methods.CALL_TOOL, server);
        CachedTool tool = findTool(name, deadline);
        Tool definition = tool == null ? Tool.of(name) : tool.tool();
        var policy = context.config().approvalPolicy();
        if (!CallExecutor.callPaused(deadline, () -> policy.approveToolCall(definition, arguments))) {
            throw new ApprovalDeniedException("The approval policy denied the call of tool " + Excerpts.quote(name));
        }
        try {
            return callWithApproval(name, arguments, options, tool, deadline);
        } catch (ServerErrorException e) {
            if (e.code() != ErrorCode.HEADER_MISMATCH) {
                throw e;
            }
            // The schema may have changed since it was listed: list the tools again, once, and use the current headers.
            context.toolCache().invalidate();
            return callWithApproval(name, arguments, options, findTool(name, deadline), deadline);
        }
    }

    private CallToolResult callWithApproval(
            String name, Json arguments, CallOptions options, @Nullable CachedTool tool, Deadline deadline) {
        boolean idempotent = tool != null
                && tool.tool().annotations() != null
                && tool.tool().annotations().isIdempotent();
        CallToolParams params = CallToolParams.of(name, arguments);
        CallToolResult result = calls.call(
                new CallExecutor.CallSpec<>(
                        Methods.CALL_TOOL,
                        params,
                        connection -> mirroredHeaders(connection, params, tool),
                        options.withResend(options.resend() || idempotent),
                        null,
                        bytes -> {}),
                deadline);
        if (tool != null) {
            tool.checkResult(result);
        }
        return result;
    }

    /** Returns the mirrored headers of a tool call over HTTP. */
    static MirroredHeaders mirroredHeaders(McpConnection connection, CallToolParams params, @Nullable CachedTool tool) {
        MirroredHeaders basic = connection.protocol().mirroredHeaders(params.name());
        if (tool == null || !connection.needsMirroredHeaders()) {
            return basic;
        }
        return new MirroredHeaders(
                basic.revision(), basic.target(), tool.headerParams().toHeaders(params.arguments()), false);
    }

    /**
     * Returns the tool of that name, or null if it is unknown. If the list is missing or outdated and the current
     * thread may block, lists the tools first.
     */
    @Nullable public CachedTool findTool(String name, Deadline deadline) {
        if (!context.toolCache().isComplete() && ThreadBlockingContext.current().canBlock()) {
            try {
                // A server that lists no tools may still respond to calls: half of the time is left for that.
                lists.refreshTools(Deadline.after(Duration.ofNanos(Math.max(0, deadline.remainingNanos() / 2))));
            } catch (ServerErrorException | InvalidResponseException | CallTimeoutException e) {
                // The call itself may still work; the list is not requested again after such a response.
                LOG.debug("The tools could not be listed before a call", e);
                context.toolCache().markComplete(context.toolCache().version());
            }
        }
        return context.toolCache().get(name);
    }
}
