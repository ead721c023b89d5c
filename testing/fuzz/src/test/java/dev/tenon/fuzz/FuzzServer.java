package dev.tenon.fuzz;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.LogLevel;
import dev.tenon.model.SamplingMessage;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.feature.ToolErrorException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server with one feature of each kind, so that all methods are available, and without slow handlers. */
final class FuzzServer {
    private static final int MAX_ID_CHARS = 100;
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string","x-mcp-header":"Text"},"n":{"type":"integer"}},
             "required":["text"],"additionalProperties":false}""");
    private static final Json NAME = Json.parse("""
            {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}""");

    private FuzzServer() {}

    /** Starts a server. */
    static McpServer start() {
        return McpServer.builder("fuzzed", "1.0")
                .limits(Limits.DEFAULT.toBuilder()
                        .requestsPerSession(16)
                        .sessions(100_000)
                        .sessionIdleTimeout(Duration.ofSeconds(1))
                        .pageSize(2)
                        .clientInputTimeout(Duration.ofSeconds(2))
                        .requestTimeout(Duration.ofSeconds(3))
                        .build())
                .enableLogging()
                .tool("echo")
                .inputSchema(TEXT)
                .handler((arguments, call) -> arguments.get("text").string())
                .tool("quick")
                .nonBlocking()
                .handler((arguments, call) -> Map.of("n", arguments.members().size()))
                .tool("slow")
                .handler((arguments, call) -> slow(call))
                .tool("ask")
                .handler((arguments, call) -> call.requestInput("name", ClientInputRequest.form("Who are you?", NAME))
                        .toString())
                .tool("askall")
                .handler((arguments, call) -> requestInputs(call))
                .tool("refuse")
                .handler((arguments, call) -> {
                    throw new ToolErrorException("Dates must be in the future.");
                })
                .resource("note://text")
                .mimeType("text/plain")
                .handler((request, call) -> "a note")
                .resourceTemplate("note://{id}/{+path}")
                .completion("id", (value, context, call) -> List.of(value + "1", value + "2"))
                .handler((request, call) -> note(request.variable("id")))
                .prompt("greet")
                .requiredArgument("name", "whom")
                .completion("name", (value, context, call) -> List.of("Ann", "Bob"))
                .handler((arguments, call) -> "Greet " + arguments.get("name"))
                .build();
    }

    private static String slow(CallContext call) throws InterruptedException {
        for (int i = 0; i < 3 && !call.isCancelled(); i++) {
            call.reportProgress(i, 3);
            call.log(LogLevel.WARNING, "slow", Map.of("i", i));
            Thread.sleep(1);
        }
        return "done";
    }

    private static Object requestInputs(CallContext call) {
        return call.requestInputs(Map.of(
                        "url", ClientInputRequest.url("Go there", URI.create("https://example.com/")),
                        "sample", ClientInputRequest.sampling(CreateMessage.of(10, SamplingMessage.user("Say hi"))),
                        "roots", ClientInputRequest.roots()))
                .toString();
    }

    private static String note(String id) {
        if (id.length() > MAX_ID_CHARS) {
            throw new NoSuchResourceException("note://" + id);
        }
        return "note " + id;
    }
}
