package dev.tenon.client.internal.call;

import dev.tenon.client.CallOptions;
import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.cache.CachedTool;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.internal.concurrent.ExecutionContext;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of tools: approved, addressed as the tool's schema says, and their results checked against it. */
public record ToolCaller(ConnectionProvider line, ClientContext crew, CallExecutor calls, ListFetcher lists) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    public CallToolResult call(String name, Json arguments, CallOptions options) {
        Deadline deadline = calls.createDeadline(options);
        RequiredCapabilities.check(
                Methods.CALL_TOOL, line.getConnection(deadline).protocol().server());
        CachedTool tool = findTool(name, deadline);
        Tool shown = tool == null ? Tool.of(name) : tool.tool();
        if (!isApproved(shown, arguments, deadline)) {
            throw new ApprovalDeniedException("The host does not allow a call of tool " + Excerpts.quote(name));
        }
        try {
            return call(name, arguments, options, tool, deadline);
        } catch (ServerErrorException e) {
            if (e.code() != ErrorCode.HEADER_MISMATCH) {
                throw e;
            }
            // The schema may have changed since it was listed: its headers are made from the newest, once.
            crew.toolCache().invalidate();
            return call(name, arguments, options, findTool(name, deadline), deadline);
        }
    }

    /** A person may have to decide, which takes none of the call's time. */
    private boolean isApproved(Tool tool, Json arguments, Deadline deadline) {
        deadline.pause();
        try {
            return crew.config().approvalPolicy().approveToolCall(tool, arguments);
        } finally {
            deadline.resume();
        }
    }

    private CallToolResult call(
            String name, Json arguments, CallOptions options, @Nullable CachedTool tool, Deadline deadline) {
        boolean harmless = tool != null
                && tool.tool().annotations() != null
                && tool.tool().annotations().isIdempotent();
        CallToolParams params = CallToolParams.of(name, arguments);
        CallToolResult result = calls.call(
                new CallExecutor.CallSpec<>(
                        Methods.CALL_TOOL,
                        params,
                        connection -> mirroredHeaders(connection, params, tool),
                        options.withResend(options.resend() || harmless),
                        null,
                        bytes -> {}),
                deadline);
        if (tool != null) {
            tool.checkResult(result);
        }
        return result;
    }

    /** What stands outside of a call of a tool on HTTP. */
    static MirroredHeaders mirroredHeaders(McpConnection connection, CallToolParams params, @Nullable CachedTool tool) {
        MirroredHeaders plain = connection.protocol().mirroredHeaders(params.name());
        if (tool == null || !connection.isHttp() || plain.revision() == null) {
            return plain;
        }
        return new MirroredHeaders(
                plain.revision(), plain.target(), tool.headerParams().toHeaders(params.arguments()), false);
    }

    /**
     * What the server says of the tool. It is asked if it has not said yet, or its list has changed, on a thread that
     * may wait for that.
     */
    @Nullable public CachedTool findTool(String name, Deadline deadline) {
        if (!crew.toolCache().isComplete() && ExecutionContext.current().canBlock()) {
            try {
                // A server that lists no tools may still answer calls: half of the time is left for that.
                lists.refreshTools(Deadline.after(Duration.ofNanos(Math.max(0, deadline.remainingNanos() / 2))));
            } catch (ServerErrorException | InvalidResponseException | CallTimeoutException e) {
                // The call itself may work all the same; and nobody is asked again who answered like that.
                LOG.debug("The tools could not be listed before a call", e);
                crew.toolCache().markComplete(crew.toolCache().version());
            }
        }
        return crew.toolCache().get(name);
    }
}
