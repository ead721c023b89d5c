package dev.tenon.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.battery.Entrance;
import dev.tenon.battery.MalformedInput;
import dev.tenon.battery.Standard;
import dev.tenon.battery.Subject;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** The table of malformed input through a guard, whose server has to live on as the process that it was at first. */
abstract class GuardedInput extends MalformedInput {
    private static final Map<String, Set<Long>> AT_FIRST = new ConcurrentHashMap<>();
    private final String mark;

    GuardedInput(Entrance entrance, Standard standard, Subject subject) {
        super(entrance.door(), standard, subject);
        this.mark = entrance.toString().split(" ", 2)[0];
    }

    /** The guard answers for the server, and drops nothing that the server could count. */
    @Override
    protected OptionalLong dropped() {
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
