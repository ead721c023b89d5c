package dev.tenon.bench.peer;

import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import java.util.Objects;

/** The tools of the Tenon servers: each in a normal variant and in one that is declared non-blocking. */
final class TenonTools {
    private static final int MAX_CLIENTS = 20_000;
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}""");

    private TenonTools() {}

    /** Returns a server with limits for as many sessions and listeners as are measured, and otherwise the defaults. */
    static ServerBuilder builder() {
        Limits limits = Limits.DEFAULT.toBuilder()
                .sessions(MAX_CLIENTS)
                .sessionsPerCaller(MAX_CLIENTS)
                .subscriptions(MAX_CLIENTS)
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

    /** Returns the memory in use while the call holds its arguments. */
    private static String live(Json in, CallContext call) throws InterruptedException {
        long bytes = PeerControl.liveBytes();
        return "live bytes: " + bytes + " with a text of " + text(in).length();
    }

    private static String text(Json in) {
        // Required by the schema.
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
