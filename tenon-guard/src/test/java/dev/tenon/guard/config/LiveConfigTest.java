package dev.tenon.guard.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveConfigTest {

    private static final Duration OFTEN = Duration.ofMillis(20);

    @TempDir
    Path directory;

    @Test
    void a_changed_file_is_taken_over_and_a_bad_one_leaves_the_old_in_force() throws Exception {
        Path file = write("one");
        BlockingQueue<GuardConfig> heard = new LinkedBlockingQueue<>();
        try (LiveConfig live = LiveConfig.follow(file, OFTEN, heard::add)) {
            assertThat(name(live.current())).isEqualTo("one");

            write("two");
            assertThat(name(next(heard))).isEqualTo("two");
            assertThat(name(live.current())).isEqualTo("two");

            Files.writeString(file, "version: 2\n");
            assertThat(heard.poll(300, TimeUnit.MILLISECONDS)).isNull();
            assertThat(name(live.current())).isEqualTo("two");

            Files.delete(file);
            assertThat(heard.poll(300, TimeUnit.MILLISECONDS)).isNull();

            write("three");
            assertThat(name(next(heard))).isEqualTo("three");
        }
    }

    @Test
    void a_listener_that_fails_does_not_end_it() throws Exception {
        Path file = write("one");
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        try (LiveConfig live = LiveConfig.follow(file, OFTEN, config -> {
            heard.add(name(config));
            throw new IllegalStateException("listener");
        })) {
            write("two");
            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("two");
            write("three");
            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("three");
            assertThat(name(live.current())).isEqualTo("three");
        }
    }

    @Test
    void to_begin_with_the_file_must_be_good() throws IOException {
        Path file = directory.resolve("guard.yaml");
        Files.writeString(file, "version: 2\n");

        assertThatThrownBy(() -> LiveConfig.follow(file, OFTEN, config -> {})).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> LiveConfig.follow(directory.resolve("none"), OFTEN, config -> {}))
                .isInstanceOf(IOException.class);
    }

    private Path write(String upstream) throws IOException {
        Path fresh = directory.resolve("fresh");
        Files.writeString(fresh, "version: 1\nupstreams:\n  " + upstream + ":\n    command: [node]\n");
        return Files.move(fresh, directory.resolve("guard.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static GuardConfig next(BlockingQueue<GuardConfig> heard) throws InterruptedException {
        GuardConfig config = heard.poll(20, TimeUnit.SECONDS);
        assertThat(config).isNotNull();
        return config;
    }

    private static String name(GuardConfig config) {
        return config.upstreams().get(0).name();
    }
}
