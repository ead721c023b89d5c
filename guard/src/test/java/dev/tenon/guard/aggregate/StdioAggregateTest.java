package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.server.StateEncryptionKeys;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An aggregate as a program, on standard input and output. */
class StdioAggregateTest {
    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void several_servers_replace_one_command(Revision downstream) {
        try (TestMember old = TestMember.ofHttpServer("old", Revision.V2025_11_25);
                TestMember fresh = TestMember.ofHttpServer("fresh", Revision.V2026_07_28);
                McpClient client = McpClient.builder("front", "1")
                        .revisions(downstream)
                        .connect(ServerTarget.command(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                StdioAggregateTest.class.getName(),
                                old.uri(),
                                fresh.uri()))) {
            assertThat(client.tools().toList()).hasSize(14);
            assertThat(ServedAggregate.call(client, "1_where")).isEqualTo("old");
            assertThat(ServedAggregate.call(client, "2_where")).isEqualTo("fresh");
            assertThat(ServedAggregate.text(client.readResource("fresh://one"))).isEqualTo("one of fresh");
        }
    }

    /** Runs an aggregate of the servers at these addresses. */
    public static void main(String[] addresses) throws InterruptedException {
        List<AggregateMember> members = new ArrayList<>();
        for (String address : addresses) {
            Guard guard = Guard.builder(ServerTarget.http(URI.create(address))).build();
            String number = String.valueOf(members.size() + 1);
            members.add(new AggregateMember(number, number + "_", guard.forwarder(), guard::close));
        }
        StateEncryptionKeys keys = StateEncryptionKeys.generate();
        ExecutorService threads = HandlerExecutors.create();
        try (ServerAggregate aggregate = new ServerAggregate(TestMember.SELF, keys, members, threads)) {
            McpServer.builder("aggregate", "1")
                    .stateKeys(keys)
                    .forwarder(aggregate)
                    .build()
                    .serveStdio();
        }
        members.forEach(member -> member.onRemoved().run());
        HandlerExecutors.shutDownNowAndAwait(threads);
    }
}
