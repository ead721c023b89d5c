package dev.tenon.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.MalformedInputContract;
import dev.tenon.testkit.ReferenceResults;
import dev.tenon.testkit.ServerProfile;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** All cases of malformed input through a guard, whose upstream server must survive as the same process. */
abstract class GuardedInputContract extends MalformedInputContract {
    /** The behaviour of servers of other projects. */
    static final ServerProfile OTHERS = ServerProfile.SAMPLE_SERVER
            .withoutCases(
                    "What is a cursor, only the server knows, and this one takes every cursor.",
                    "tools/list with a cursor that was made up",
                    "resources/list with a cursor that was made up",
                    "resources/templates/list with a cursor that was made up",
                    "prompts/list with a cursor that was made up",
                    "an empty cursor",
                    "a very long cursor")
            .withoutCases(
                    "This server completes what it does not know with nothing.",
                    "a completion of an argument that is not there")
            .withoutCases(
                    "This server takes subscriptions to everything.", "a subscription to a resource that is not there");

    private static final Map<String, Set<Long>> INITIAL_PIDS = new ConcurrentHashMap<>();
    private final String marker;

    GuardedInputContract(LazyTestConnection connection, ReferenceResults standard, ServerProfile subject) {
        super(connection.connection(), standard, subject);
        this.marker = connection.toString().split(" ", 2)[0];
    }

    /** The guard responds on behalf of the server and drops nothing that the server could count. */
    @Override
    protected OptionalLong droppedResponses() {
        return OptionalLong.empty();
    }

    /** Returns the process ids of the running servers. */
    Set<Long> servers() {
        return RealServer.children(marker)
                .filter(process -> !process.info().commandLine().orElse("").contains(GuardProgram.MARKER))
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    @AfterEach
    void the_server_process_has_survived() {
        Set<Long> current = servers();
        assertThat(current)
                .as(marker)
                .isNotEmpty()
                .containsAll(INITIAL_PIDS.computeIfAbsent(marker, unused -> current));
    }
}
