package dev.tenon.client;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Root;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.feature.NoSuchResourceException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server with at least one feature of each kind, which records the calls of clients. */
final class TestServer implements AutoCloseable {
    record AddInput(int left, int right) {}

    record AddOutput(int total) {}

    record Person(String name, int age) {}

    final AtomicInteger runCount = new AtomicInteger();
    final CountDownLatch sleepStarted = new CountDownLatch(1);
    final CountDownLatch sleepInterrupted = new CountDownLatch(1);
    final McpServer server;

    TestServer() {
        server = McpServer.builder("test-server", "1.0")
                .instructions("Be gentle.")
                .enableLogging()
                .tool("echo")
                .inputSchema(
                        Json.parse(
                                "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}"))
                .annotations(ToolAnnotations.NONE.withReadOnlyHint(true))
                .handler((in, call) -> in.get("text").string())
                .tool("add")
                .input(AddInput.class)
                .output(AddOutput.class)
                .handler((input, call) -> new AddOutput(input.left() + input.right()))
                .tool("fail")
                .handler((in, call) -> {
                    throw new dev.tenon.server.feature.ToolErrorException("Not like this");
                })
                .tool("count")
                .handler((in, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.reportProgress(i, 3.0, "step " + i);
                    }
                    return "counted";
                })
                .tool("sleep")
                .handler((in, call) -> {
                    sleepStarted.countDown();
                    try {
                        TimeUnit.SECONDS.sleep(30);
                    } catch (InterruptedException e) {
                        sleepInterrupted.countDown();
                        throw e;
                    }
                    return "slept";
                })
                .tool("ask")
                .handler((in, call) -> {
                    Person person = call.requestInput("name", ClientInputRequest.form("Who are you?", Person.class))
                            .orElseThrow();
                    return person.name() + " is " + person.age();
                })
                .tool("visit")
                .handler((in, call) -> call.requestInput(
                                        "page",
                                        ClientInputRequest.url(
                                                "Please log in", java.net.URI.create("https://example.com/login")))
                                .isAccepted()
                        ? "agreed"
                        : "refused")
                .tool("plan")
                .handler((in, call) -> {
                    ClientInputRequest<List<Root>> roots = ClientInputRequest.roots();
                    ClientInputRequest<CreateMessageResult> idea =
                            ClientInputRequest.sampling(CreateMessage.of(100, SamplingMessage.user("A name?")));
                    ClientInputResponses responses = call.requestInputs(Map.of("roots", roots, "idea", idea));
                    return responses.get(idea).orElseThrow().text() + " in "
                            + responses.get(roots).orElseThrow().get(0).uri();
                })
                .tool("log")
                .handler((in, call) -> {
                    call.log(LogLevel.WARNING, "test", "careful");
                    return "logged";
                })
                .tool("run")
                .handler((in, call) -> "run " + runCount.incrementAndGet())
                .resource("test://one")
                .name("one")
                .handler((request, call) -> "first")
                .resourceTemplate("test://items/{name}")
                .name("items")
                .completion("name", (value, context, call) -> List.of(value + "a", value + "b"))
                .handler((request, call) -> {
                    if (request.variable("name").equals("none")) {
                        throw new NoSuchResourceException(request.uri());
                    }
                    return "item " + request.variable("name");
                })
                .prompt("greet")
                .requiredArgument("name", "whom")
                .completion("name", (value, context, call) -> List.of(value + "nna"))
                .handler((arguments, call) -> "Greet " + arguments.get("name"))
                .build();
    }

    @Override
    public void close() {
        server.close(java.time.Duration.ZERO);
    }
}
