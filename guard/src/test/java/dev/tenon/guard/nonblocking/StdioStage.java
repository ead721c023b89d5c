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

/** A server that is a process, the guard before it, and clients at the other end of streams, all of one revision. */
final class StdioStage implements AutoCloseable {
    private final Revision revision;
    private final Guard guard;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final McpClient client;

    StdioStage(Revision revision, UnaryOperator<GuardBuilder> settings) {
        this.revision = revision;
        this.guard = settings.apply(Guard.builder(ServerTarget.command(Child.command(revision))))
                .build();
        this.client = another();
    }

    /** One more client of the guard. */
    McpClient another() {
        Wire wire = open();
        McpClient made = McpClient.builder("front", "1")
                .revisions(revision)
                .limits(ClientLimits.DEFAULT)
                .onForm((form, asker) -> ElicitResult.accept(Json.parse("{\"name\":\"Bo\"}")))
                .connect(ServerTarget.channel(wire.far().channel(ChannelLimits.DEFAULT)));
        opened.add(made);
        return made;
    }

    /** One more way to the guard; what is at its far end is the caller's affair. */
    Wire open() {
        Wire wire = Wire.make();
        opened.add(wire);
        guard.server().connect(wire.near().channel(guard.server().channelLimits()), "stdio", null);
        return wire;
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
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        guard.close();
    }
}
