package dev.tenon.bench.peer;

import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import java.util.Objects;

/** A server of Tenon with the tools that are called: each once as usual, and once declared never to block. */
final class TenonTools {
    private static final int PLENTY = 20_000;
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}""");

    private TenonTools() {}

    /** With room for as many sessions and listeners as are measured, and else the limits that every server has. */
    static ServerBuilder builder() {
        Limits limits = Limits.DEFAULT.toBuilder()
                .sessions(PLENTY)
                .sessionsPerCaller(PLENTY)
                .subscriptions(PLENTY)
                .build();
        return McpServer.builder("bench", "1")
                .limits(limits)
                .tool("echo")
                .inputSchema(TEXT)
                .handler(TenonTools::echo)
                .tool("echo-nonblocking")
                .inputSchema(TEXT)
                .nonBlocking()
                .handler(TenonTools::echo)
                .tool("count")
                .handler(TenonTools::count)
                .tool("count-nonblocking")
                .nonBlocking()
                .handler(TenonTools::count)
                .tool("live")
                .inputSchema(TEXT)
                .handler(TenonTools::live);
    }

    /** What is in use while a call has its arguments. */
    private static String live(Json in, CallContext call) throws InterruptedException {
        long bytes = PeerControl.liveBytes();
        return "live bytes: " + bytes + " with a text of " + text(in).length();
    }

    private static String text(Json in) {
        // The schema says that it is there.
        Json text = Objects.requireNonNull(in.get("text"));
        return Objects.requireNonNull(text.string());
    }

    private static String echo(Json in, CallContext call) {
        return text(in);
    }

    private static String count(Json in, CallContext call) {
        call.reportProgress(1, 2);
        call.reportProgress(2, 2);
        return "counted";
    }
}
