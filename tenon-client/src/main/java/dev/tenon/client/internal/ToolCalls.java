package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallOptions;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.NotApprovedException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Methods;
import dev.tenon.model.Tool;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of tools: approved, addressed as the tool's schema says, and their results checked against it. */
record ToolCalls(Line line, Crew crew, Calls calls, Lists lists) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    CallToolResult call(String name, Json arguments, CallOptions options) {
        Deadline deadline = calls.deadline(options);
        Offer.check(Methods.CALL_TOOL, line.get(deadline).agreement().server());
        KnownTool tool = known(name, deadline);
        Tool shown = tool == null ? Tool.of(name) : tool.tool();
        if (!isApproved(shown, arguments, deadline)) {
            throw new NotApprovedException("The host does not allow a call of tool " + Quote.shortened(name));
        }
        try {
            return call(name, arguments, options, tool, deadline);
        } catch (ServerErrorException e) {
            if (e.code() != ErrorCode.HEADER_MISMATCH) {
                throw e;
            }
            // The schema may have changed since it was listed: its headers are made from the newest, once.
            crew.tools().changed();
            return call(name, arguments, options, known(name, deadline), deadline);
        }
    }

    /** A person may have to decide, which takes none of the call's time. */
    private boolean isApproved(Tool tool, Json arguments, Deadline deadline) {
        deadline.pause();
        try {
            return crew.host().approval().callTool(tool, arguments);
        } finally {
            deadline.resume();
        }
    }

    private CallToolResult call(
            String name, Json arguments, CallOptions options, @Nullable KnownTool tool, Deadline deadline) {
        boolean harmless = tool != null
                && tool.tool().annotations() != null
                && tool.tool().annotations().isIdempotent();
        CallToolParams params = CallToolParams.of(name, arguments);
        CallToolResult result = calls.call(
                new Calls.Order<>(
                        Methods.CALL_TOOL,
                        params,
                        connection -> envelope(connection, params, tool),
                        options.resending(options.resend() || harmless),
                        null,
                        bytes -> {}),
                deadline);
        if (tool != null) {
            tool.check(result);
        }
        return result;
    }

    /** What stands outside of a call of a tool on HTTP. */
    static Envelope envelope(Connection connection, CallToolParams params, @Nullable KnownTool tool) {
        Envelope plain = connection.agreement().envelope(params.name());
        if (tool == null || !connection.isHttp() || plain.revision() == null) {
            return plain;
        }
        return new Envelope(plain.revision(), plain.name(), tool.headers().values(params.arguments()), false);
    }

    /** What the server says of the tool. It is asked if it has not said yet, or its list has changed, on a thread that may wait for that. */
    @Nullable KnownTool known(String name, Deadline deadline) {
        if (!crew.tools().isComplete() && ExecutionContext.current().canBlock()) {
            try {
                // A server that lists no tools may still answer calls: half of the time is left for that.
                lists.learnTools(Deadline.in(Duration.ofNanos(Math.max(0, deadline.left() / 2))));
            } catch (ServerErrorException | BadAnswerException | CallTimeoutException e) {
                // The call itself may work all the same; and nobody is asked again who answered like that.
                LOG.debug("The tools could not be listed before a call", e);
                crew.tools().completed(crew.tools().edition());
            }
        }
        return crew.tools().get(name);
    }
}
