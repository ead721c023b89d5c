package dev.tenon.guard.aggregate;

import dev.tenon.client.ClientBuilder;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import dev.tenon.server.McpServer;
import dev.tenon.server.StateEncryptionKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/** An aggregate of servers, served by HTTP. */
final class ServedAggregate implements AutoCloseable {
    final ServerAggregate joint;
    final McpServer server;
    private final List<TestMember> upstream;
    private final TenonHttpServer http;
    private final ExecutorService threads = HandlerExecutors.create();

    /** Closes these servers at the end. */
    ServedAggregate(List<TestMember> upstream, AggregateMember... members) {
        this(ServerAggregate.DEFAULT_TIMEOUT, upstream, members);
    }

    ServedAggregate(Duration patience, List<TestMember> upstream, AggregateMember... members) {
        this.upstream = upstream;
        StateEncryptionKeys keys = StateEncryptionKeys.generate();
        joint = new ServerAggregate(TestMember.SELF, keys, patience, List.of(members), threads);
        server =
                McpServer.builder("joint", "1").stateKeys(keys).forwarder(joint).build();
        http = TenonHttpServer.builder(server).port(0).start();
    }

    ServerTarget target() {
        return ServerTarget.http(http.uri());
    }

    McpClient client(Revision revision) {
        return client(McpClient.builder("front", "1"), revision);
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
        HandlerExecutors.shutDownNowAndAwait(threads);
        upstream.forEach(TestMember::close);
    }
}
