package dev.tenon.client;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Root;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import dev.tenon.server.McpServer;
import dev.tenon.server.ResourceNotFoundException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server with one of everything, which remembers what was done to it. */
final class TestServer implements AutoCloseable {
    record Sum(int left, int right) {}

    record Total(int total) {}

    record Name(String name, int age) {}

    final AtomicInteger runs = new AtomicInteger();
    final CountDownLatch sleeping = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final McpServer server;

    TestServer() {
        server = McpServer.named("test-server", "1.0")
                .instructions("Be gentle.")
                .logging()
                .tool("echo")
                .inputSchema(
                        Json.parse(
                                "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}"))
                .annotations(ToolAnnotations.NONE.withReadOnlyHint(true))
                .handler((in, call) -> in.get("text").string())
                .tool("add")
                .input(Sum.class)
                .output(Total.class)
                .handler((sum, call) -> new Total(sum.left() + sum.right()))
                .tool("fail")
                .handler((in, call) -> {
                    throw new dev.tenon.server.ToolError("Not like this");
                })
                .tool("count")
                .handler((in, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.progress(i, 3.0, "step " + i);
                    }
                    return "counted";
                })
                .tool("sleep")
                .handler((in, call) -> {
                    sleeping.countDown();
                    try {
                        TimeUnit.SECONDS.sleep(30);
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return "slept";
                })
                .tool("ask")
                .handler((in, call) -> {
                    Name name = call.ask("name", Ask.form("Who are you?", Name.class))
                            .orElseDecline();
                    return name.name() + " is " + name.age();
                })
                .tool("visit")
                .handler((in, call) ->
                        call.ask("page", Ask.url("Please log in", java.net.URI.create("https://example.com/login")))
                                        .isAccepted()
                                ? "agreed"
                                : "refused")
                .tool("plan")
                .handler((in, call) -> {
                    Ask<List<Root>> roots = Ask.roots();
                    Ask<CreateMessageResult> idea = Ask.sample(CreateMessage.of(100, SamplingMessage.user("A name?")));
                    Answers answers = call.askAll(Map.of("roots", roots, "idea", idea));
                    return answers.to(idea).orElseDecline().text() + " in "
                            + answers.to(roots).orElseDecline().get(0).uri();
                })
                .tool("log")
                .handler((in, call) -> {
                    call.log(LogLevel.WARNING, "test", "careful");
                    return "logged";
                })
                .tool("run")
                .handler((in, call) -> "run " + runs.incrementAndGet())
                .resource("test://one")
                .name("one")
                .handler((request, call) -> "first")
                .template("test://items/{name}")
                .name("items")
                .complete("name", (value, context, call) -> List.of(value + "a", value + "b"))
                .handler((request, call) -> {
                    if (request.variable("name").equals("none")) {
                        throw new ResourceNotFoundException(request.uri());
                    }
                    return "item " + request.variable("name");
                })
                .prompt("greet")
                .required("name", "whom")
                .complete("name", (value, context, call) -> List.of(value + "nna"))
                .handler((arguments, call) -> "Greet " + arguments.get("name"))
                .build();
    }

    @Override
    public void close() {
        server.close(java.time.Duration.ZERO);
    }
}
