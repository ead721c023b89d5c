package dev.tenon.fuzz;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.LogLevel;
import dev.tenon.model.SamplingMessage;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ResourceNotFoundException;
import dev.tenon.server.ToolError;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server with one of everything, so that no method is out of reach, and with nothing that takes long. */
final class FuzzServer {
    private static final int MOST_NOTES = 100;
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string","x-mcp-header":"Text"},"n":{"type":"integer"}},
             "required":["text"],"additionalProperties":false}""");
    private static final Json NAME = Json.parse("""
            {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}""");

    private FuzzServer() {}

    /** Starts one. */
    static McpServer start() {
        return McpServer.named("fuzzed", "1.0")
                .limits(Limits.DEFAULT
                        .change()
                        .requestsPerSession(16)
                        .sessions(100_000)
                        .sessionIdle(Duration.ofSeconds(1))
                        .pageSize(2)
                        .askTime(Duration.ofSeconds(2))
                        .requestTime(Duration.ofSeconds(3))
                        .build())
                .logging()
                .tool("echo")
                .inputSchema(TEXT)
                .handler((in, call) -> in.get("text").string())
                .tool("quick")
                .neverBlocks()
                .handler((in, call) -> Map.of("n", in.members().size()))
                .tool("slow")
                .handler((in, call) -> slow(call))
                .tool("ask")
                .handler((in, call) ->
                        call.ask("name", Ask.form("Who are you?", NAME)).toString())
                .tool("askall")
                .handler((in, call) -> askAll(call))
                .tool("refuse")
                .handler((in, call) -> {
                    throw new ToolError("Dates must be in the future.");
                })
                .resource("note://text")
                .mimeType("text/plain")
                .handler((request, call) -> "a note")
                .template("note://{id}/{+path}")
                .complete("id", (value, context, call) -> List.of(value + "1", value + "2"))
                .handler((request, call) -> note(request.variable("id")))
                .prompt("greet")
                .required("name", "whom")
                .complete("name", (value, context, call) -> List.of("Ann", "Bob"))
                .handler((arguments, call) -> "Greet " + arguments.get("name"))
                .build();
    }

    private static String slow(Call call) throws InterruptedException {
        for (int i = 0; i < 3 && !call.isCancelled(); i++) {
            call.progress(i, 3);
            call.log(LogLevel.WARNING, "slow", Map.of("i", i));
            Thread.sleep(1);
        }
        return "done";
    }

    private static Object askAll(Call call) {
        return call.askAll(Map.of(
                        "url", Ask.url("Go there", URI.create("https://example.com/")),
                        "sample", Ask.sample(CreateMessage.of(10, SamplingMessage.user("Say hi"))),
                        "roots", Ask.roots()))
                .toString();
    }

    private static String note(String id) {
        if (id.length() > MOST_NOTES) {
            throw new ResourceNotFoundException("note://" + id);
        }
        return "note " + id;
    }
}
