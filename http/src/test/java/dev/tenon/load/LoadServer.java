package dev.tenon.load;

import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Builds a server whose tools are fast or slow, send many log messages, return large results or fill the heap. */
final class LoadServer {
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}""");
    private static final Json ANY = Json.parse("{\"type\":\"object\"}");
    private static final List<byte[]> HEAP_FILLER = new ArrayList<>();

    private LoadServer() {}

    static ServerBuilder builder(Limits limits) {
        return McpServer.builder("load", "1.0")
                .limits(limits)
                .enableLogging()
                .tool("echo")
                .inputSchema(TEXT)
                .handler((in, call) -> in.get("text").string())
                .tool("sleep")
                .handler((in, call) -> sleepTwoMinutes())
                .tool("brief")
                .inputSchema(ANY)
                .handler((in, call) -> park(in))
                .tool("large")
                .handler((in, call) -> "x".repeat(100_000))
                .tool("chatter")
                .handler((in, call) -> sendLogs(call))
                .tool("loud")
                .handler((in, call) -> {
                    call.log(LogLevel.ERROR, "loud", "x".repeat(900_000));
                    return "said";
                })
                .tool("ballast")
                .inputSchema(ANY)
                .handler((in, call) -> fillHeap(in.get("leave").number().longValue()))
                .resource("load://watched")
                .handler((request, call) -> "watched");
    }

    private static String sleepTwoMinutes() throws InterruptedException {
        TimeUnit.MINUTES.sleep(2);
        return "slept";
    }

    /** Ends after the given number of microseconds, at about the time when a cancellation arrives. */
    private static String park(Json in) {
        LockSupport.parkNanos(
                TimeUnit.MICROSECONDS.toNanos(in.get("micros").number().longValue()));
        return "brief";
    }

    /** Sends more than the server buffers for a client that does not read. */
    private static String sendLogs(CallContext call) {
        String text = "x".repeat(100_000);
        for (int i = 0; i < 200 && !call.isCancelled(); i++) {
            call.log(LogLevel.ERROR, "chatter", text);
        }
        return "said";
    }

    /** Fills the heap until only that many bytes are free. */
    private static String fillHeap(long freeBytes) {
        Runtime heap = Runtime.getRuntime();
        System.gc();
        while (heap.maxMemory() - (heap.totalMemory() - heap.freeMemory()) > freeBytes) {
            HEAP_FILLER.add(new byte[256 << 10]);
        }
        return "full";
    }
}
