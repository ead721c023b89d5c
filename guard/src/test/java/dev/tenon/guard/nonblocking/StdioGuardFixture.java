package dev.tenon.guard.nonblocking;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import dev.tenon.transport.ChannelLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A server process, a guard for it, and clients that are connected to the guard by pipes, all of one revision. */
final class StdioGuardFixture implements AutoCloseable {
    private final Revision revision;
    private final Guard guard;
    private final List<AutoCloseable> resources = new ArrayList<>();
    private final McpClient client;

    StdioGuardFixture(Revision revision, UnaryOperator<GuardBuilder> settings) {
        this.revision = revision;
        this.guard = settings.apply(Guard.builder(ServerTarget.command(StdioUpstreamProgram.command(revision))))
                .build();
        this.client = connectClient();
    }

    /** Connects another client to the guard. */
    McpClient connectClient() {
        PipePair pipes = connectPipes();
        McpClient newClient = McpClient.builder("front", "1")
                .revisions(revision)
                .limits(ClientLimits.DEFAULT)
                .onForm((form, asker) -> ElicitResult.accept(Json.parse("{\"name\":\"Bo\"}")))
                .connect(ServerTarget.channel(pipes.clientEnd().channel(ChannelLimits.DEFAULT)));
        resources.add(newClient);
        return newClient;
    }

    /** Connects pipes to the guard; the caller uses their other end. */
    PipePair connectPipes() {
        PipePair pipes = PipePair.open();
        resources.add(pipes);
        guard.server().connect(pipes.guardEnd().channel(guard.server().channelLimits()), "stdio", null);
        return pipes;
    }

    McpClient client() {
        return client;
    }

    String echo(String text) {
        return call(client, "echo", Map.of("text", text));
    }

    static String call(McpClient client, String tool, Map<String, ?> arguments) {
        return client.callTool(tool, arguments).content().toString();
    }

    @Override
    public void close() throws Exception {
        for (int i = resources.size() - 1; i >= 0; i--) {
            resources.get(i).close();
        }
        guard.close();
    }
}
