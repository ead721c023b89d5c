package dev.tenon.guard;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Revision;
import dev.tenon.model.Root;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.feature.ToolErrorException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An upstream server with one of each feature. */
final class TestServer implements AutoCloseable {
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    record Sum(int left, int right) {}

    record Total(int total) {}

    record PersonForm(String name, int age) {}

    final CountDownLatch sleepStarted = new CountDownLatch(1);
    final CountDownLatch sleepInterrupted = new CountDownLatch(1);
    final McpServer server;

    TestServer(Revision... revisions) {
        ServerBuilder builder = McpServer.builder("behind", "1.0")
                .instructions("Be gentle.")
                .enableLogging()
                .revisions(revisions);
        addTools(builder);
        addInputTools(builder);
        server = builder.resource("test://one")
                .name("one")
                .handler((request, call) -> "first")
                .resourceTemplate("test://items/{name}")
                .name("items")
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
        server.addTool("update").handler((in, call) -> {
            server.notifyResourceUpdated("test://one");
            return "updated";
        });
    }

    private void addTools(ServerBuilder builder) {
        builder.tool("echo")
                .inputSchema(TEXT)
                .annotations(ToolAnnotations.NONE.withReadOnlyHint(true))
                .handler((in, call) -> in.get("text").string())
                .tool("add")
                .input(Sum.class)
                .output(Total.class)
                .handler((sum, call) -> new Total(sum.left() + sum.right()))
                .tool("who")
                .handler((in, call) -> call.clientInfo().orElseThrow().name() + " "
                        + call.clientInfo().orElseThrow().version()
                        + (call.clientCapabilities().elicitation() == null ? "" : ", forms"))
                .tool("traced")
                .handler((in, call) -> call.meta().traceparent() + " "
                        + call.meta().tracestate() + " " + call.meta().baggage())
                .tool("fail")
                .handler((in, call) -> {
                    throw new ToolErrorException("Not like this");
                })
                .tool("die")
                .handler((in, call) -> {
                    Runtime.getRuntime().halt(3);
                    return "dead";
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
                .tool("hang")
                .handler((in, call) -> {
                    call.reportProgress(1, null, "begun");
                    TimeUnit.SECONDS.sleep(30);
                    return "over";
                })
                .tool("log")
                .handler((in, call) -> {
                    call.log(LogLevel.WARNING, "test", "careful");
                    return "logged";
                });
    }

    private static void addInputTools(ServerBuilder builder) {
        builder.tool("ask")
                .handler((in, call) -> {
                    PersonForm person = call.requestInput(
                                    "name", ClientInputRequest.form("Who are you?", PersonForm.class))
                            .orElseThrow();
                    return person.name() + " is " + person.age();
                })
                .tool("visit")
                .handler((in, call) -> call.requestInput(
                                        "page",
                                        ClientInputRequest.url(
                                                "Please log in", URI.create("https://example.com/login")))
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
                });
    }

    @Override
    public void close() {
        server.close(Duration.ZERO);
    }
}
