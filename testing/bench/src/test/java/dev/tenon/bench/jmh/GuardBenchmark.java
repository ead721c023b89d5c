package dev.tenon.bench.jmh;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.server.McpServer;
import dev.tenon.transport.MemoryChannels;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A call from client to server in memory, with and without a guard. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class GuardBenchmark {
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}""");

    @Param({"false", "true"})
    private boolean guarded;

    private McpServer server;
    private Guard guard;
    private McpClient client;

    @Setup
    public void start() {
        server = McpServer.builder("bench", "1")
                .tool("echo")
                .inputSchema(TEXT)
                .nonBlocking()
                .handler((arguments, call) -> arguments.get("text").string())
                .build();
        ServerTarget target = createTarget(server);
        if (guarded) {
            guard = Guard.builder(target).build();
            target = createTarget(guard.server());
        }
        client = McpClient.builder("bench", "1").connect(target);
    }

    private static ServerTarget createTarget(McpServer server) {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        server.connect(pair.right(), "memory", null);
        return ServerTarget.channel(pair.left());
    }

    @TearDown
    public void stop() {
        client.close();
        if (guard != null) {
            guard.close(Duration.ZERO);
        }
        server.close(Duration.ZERO);
    }

    @Benchmark
    public CallToolResult call() {
        return client.callTool("echo", Map.of("text", "What does the guard cost?"));
    }
}
