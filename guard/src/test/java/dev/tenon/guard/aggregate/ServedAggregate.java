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
    final ServerAggregate aggregate;
    final McpServer server;
    private final List<TestMember> members;
    private final TenonHttpServer http;
    private final ExecutorService threads = HandlerExecutors.create();

    /** Starts an aggregate that closes these test members with itself. */
    ServedAggregate(List<TestMember> members, AggregateMember... aggregateMembers) {
        this(ServerAggregate.DEFAULT_TIMEOUT, members, aggregateMembers);
    }

    ServedAggregate(Duration timeout, List<TestMember> members, AggregateMember... aggregateMembers) {
        this.members = members;
        StateEncryptionKeys keys = StateEncryptionKeys.generate();
        aggregate = new ServerAggregate(TestMember.SELF, keys, timeout, List.of(aggregateMembers), threads);
        server = McpServer.builder("aggregate", "1")
                .stateKeys(keys)
                .forwarder(aggregate)
                .build();
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
        aggregate.close();
        HandlerExecutors.shutDownNowAndAwait(threads);
        members.forEach(TestMember::close);
    }
}
