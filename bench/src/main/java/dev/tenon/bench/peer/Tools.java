package dev.tenon.bench.peer;

import dev.tenon.json.Json;
import dev.tenon.server.Call;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import java.util.Objects;

/** A server of Tenon with the tools that are called: each once as usual, and once declared never to block. */
final class Tools {
    private static final int PLENTY = 20_000;
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}""");

    private Tools() {}

    /** With room for as many sessions and listeners as are measured, and else the limits that every server has. */
    static ServerBuilder builder() {
        Limits limits = Limits.DEFAULT
                .change()
                .sessions(PLENTY)
                .sessionsPerCaller(PLENTY)
                .subscriptions(PLENTY)
                .build();
        return McpServer.named("bench", "1")
                .limits(limits)
                .tool("echo")
                .inputSchema(TEXT)
                .handler(Tools::echo)
                .tool("echo-nonblocking")
                .inputSchema(TEXT)
                .neverBlocks()
                .handler(Tools::echo)
                .tool("count")
                .handler(Tools::count)
                .tool("count-nonblocking")
                .neverBlocks()
                .handler(Tools::count)
                .tool("live")
                .inputSchema(TEXT)
                .handler(Tools::live);
    }

    /** What is in use while a call has its arguments. */
    private static String live(Json in, Call call) throws InterruptedException {
        long bytes = Host.liveBytes();
        return "live bytes: " + bytes + " with a text of " + text(in).length();
    }

    private static String text(Json in) {
        // The schema says that it is there.
        Json text = Objects.requireNonNull(in.get("text"));
        return Objects.requireNonNull(text.string());
    }

    private static String echo(Json in, Call call) {
        return text(in);
    }

    private static String count(Json in, Call call) {
        call.progress(1, 2);
        call.progress(2, 2);
        return "counted";
    }
}
