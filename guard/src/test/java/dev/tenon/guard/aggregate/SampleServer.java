package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.feature.NoSuchResourceException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server with a few of each feature, whose results name the server. Its lists have pages of two items. */
final class SampleServer {
    private static final Json CITY = Json.parse(
            "{\"type\":\"object\",\"x-own\":1e2,\"properties\":{\"city\":{\"type\":\"string\",\"x-mcp-header\":\"City\"}}}");

    record NameForm(String name) {}

    final CountDownLatch waitStarted = new CountDownLatch(1);
    final CountDownLatch waitReleased = new CountDownLatch(1);
    final McpServer server;

    SampleServer(String name, Revision... revisions) {
        ServerBuilder builder = McpServer.builder(name, "1.0")
                .instructions("I am " + name + ".")
                .enableLogging()
                .limits(Limits.DEFAULT.toBuilder().pageSize(2).build())
                .revisions(revisions);
        tools(builder, name);
        server = builder.resource(name + "://one")
                .name("one")
                .handler((request, call) -> "one of " + name)
                .resource("shared://both")
                .name("both")
                .handler((request, call) -> "both of " + name)
                .resourceTemplate(name + "://items/{id}")
                .name("items")
                .completion("id", (value, context, call) -> List.of(value + " of " + name))
                .handler((request, call) -> {
                    if (request.variable("id").equals("none")) {
                        throw new NoSuchResourceException(request.uri());
                    }
                    return request.variable("id") + " of " + name;
                })
                .prompt("greet")
                .requiredArgument("name", "whom")
                .completion("name", (value, context, call) -> List.of(value + " of " + name))
                .handler((arguments, call) -> name + " greets " + arguments.get("name"))
                .build();
    }

    private void tools(ServerBuilder builder, String name) {
        builder.tool("where")
                .handler((in, call) -> name)
                .tool("weather")
                .inputSchema(CITY)
                .handler((in, call) -> name + " " + in.get("city").string())
                .tool("count")
                .handler((in, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.reportProgress(i, 3.0, "step " + i);
                    }
                    return "counted by " + name;
                })
                .tool("wait")
                .handler((in, call) -> {
                    waitStarted.countDown();
                    return waitReleased.await(20, TimeUnit.SECONDS) ? "waited at " + name : "too long";
                })
                .tool("log")
                .handler((in, call) -> {
                    call.log(LogLevel.WARNING, "test", "careful, " + name);
                    return "logged";
                })
                .tool("ask")
                .handler((in, call) ->
                        call.requestInput("name", ClientInputRequest.form("Who?", NameForm.class))
                                        .orElseThrow()
                                        .name() + " at " + name)
                .tool("die")
                .handler((in, call) -> {
                    Runtime.getRuntime().halt(3);
                    return "dead";
                });
    }

    /** Runs such a server. */
    public static void main(String[] arguments) throws InterruptedException {
        new SampleServer(arguments[0], Revision.of(arguments[1]).orElseThrow()).server.serveStdio();
    }
}
