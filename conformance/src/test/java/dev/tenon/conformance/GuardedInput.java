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

/** The table of malformed input through a guard, whose server has to live on as the process that it was at first. */
abstract class GuardedInput extends MalformedInputContract {
    /** A server that is not ours: what both of these leave to itself. */
    static final ServerProfile OTHERS = ServerProfile.SPECIMEN
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

    private static final Map<String, Set<Long>> AT_FIRST = new ConcurrentHashMap<>();
    private final String mark;

    GuardedInput(LazyTestConnection entrance, ReferenceResults standard, ServerProfile subject) {
        super(entrance.connection(), standard, subject);
        this.mark = entrance.toString().split(" ", 2)[0];
    }

    /** The guard answers for the server, and drops nothing that the server could count. */
    @Override
    protected OptionalLong droppedResponses() {
        return OptionalLong.empty();
    }

    /** The servers that live, by their process ids. */
    Set<Long> servers() {
        return RealServer.children(mark)
                .filter(process -> !process.info().commandLine().orElse("").contains(GuardProgram.MARK))
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    @AfterEach
    void the_server_is_the_process_that_it_was() {
        Set<Long> now = servers();
        assertThat(now).as(mark).isNotEmpty().containsAll(AT_FIRST.computeIfAbsent(mark, first -> now));
    }
}
