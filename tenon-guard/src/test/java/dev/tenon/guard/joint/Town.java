package dev.tenon.guard.joint;

import dev.tenon.client.ClientBuilder;
import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import dev.tenon.server.McpServer;
import dev.tenon.server.StateKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/** A joint before some servers, served by HTTP. */
final class Town implements AutoCloseable {
    final Joint joint;
    final McpServer server;
    private final List<Behind> behind;
    private final TenonHttp http;
    private final ExecutorService threads = HandlerThreads.create();

    /** Closes those servers at the end. */
    Town(List<Behind> behind, Member... members) {
        this(Joint.PATIENCE, behind, members);
    }

    Town(Duration patience, List<Behind> behind, Member... members) {
        this.behind = behind;
        StateKeys keys = StateKeys.random();
        joint = new Joint(Behind.SELF, keys, patience, List.of(members), threads);
        server = McpServer.named("joint", "1").stateKeys(keys).relay(joint).build();
        http = TenonHttp.serving(server).port(0).start();
    }

    Target target() {
        return Target.http(http.uri());
    }

    McpClient client(Revision revision) {
        return client(McpClient.named("front", "1"), revision);
    }

    McpClient client(ClientBuilder builder, Revision revision) {
        return builder.revisions(revision).connect(target());
    }

    static String call(McpClient client, String tool) {
        return text(client.callTool(tool, Map.of()));
    }

    static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    static String text(ReadResourceResult result) {
        return ((TextResourceContents) result.contents().get(0)).text();
    }

    @Override
    public void close() {
        http.close();
        server.close(Duration.ZERO);
        joint.close();
        HandlerThreads.stop(threads);
        behind.forEach(Behind::close);
    }
}
