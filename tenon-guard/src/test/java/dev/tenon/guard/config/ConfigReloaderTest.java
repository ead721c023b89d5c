package dev.tenon.guard.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReloaderTest {

    @TempDir
    Path directory;

    private final List<String> applied = new ArrayList<>();

    private void apply(GuardConfig config) {
        applied.add(name(config));
    }

    @Test
    void a_changed_file_is_taken_over_and_a_bad_one_leaves_the_old_in_force() throws Exception {
        Path file = write("one");
        ConfigReloader live = ConfigReloader.of(file);
        live.reloadIfChanged(this::apply);
        assertThat(name(live.current())).isEqualTo("one");
        assertThat(applied).isEmpty();

        write("two");
        live.reloadIfChanged(this::apply);
        live.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("two");
        assertThat(name(live.current())).isEqualTo("two");

        Files.writeString(file, "version: 2\n");
        live.reloadIfChanged(this::apply);
        Files.delete(file);
        live.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("two");
        assertThat(name(live.current())).isEqualTo("two");

        write("three");
        live.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("two", "three");
    }

    /** Issue 20, item 7: a configuration that is refused is tried again until it is in force, and only then counts. */
    @Test
    void a_configuration_that_is_refused_is_tried_again_and_is_not_said_to_be_in_force() throws Exception {
        ConfigReloader live = ConfigReloader.of(write("one"));
        write("two");
        List<String> tried = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            live.reloadIfChanged(config -> {
                tried.add(name(config));
                throw new IllegalStateException("not approved");
            });
            assertThat(name(live.current())).isEqualTo("one");
        }
        live.reloadIfChanged(this::apply);
        live.reloadIfChanged(this::apply);
        assertThat(tried).containsExactly("two", "two");
        assertThat(applied).containsExactly("two");
        assertThat(name(live.current())).isEqualTo("two");
    }

    @Test
    void a_newer_file_takes_the_place_of_one_that_is_refused() throws Exception {
        ConfigReloader live = ConfigReloader.of(write("one"));
        write("two");
        live.reloadIfChanged(config -> {
            throw new IllegalStateException("not approved");
        });
        write("three");
        live.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("three");
    }

    @Test
    void to_begin_with_the_file_must_be_good() throws IOException {
        Path file = directory.resolve("guard.yaml");
        Files.writeString(file, "version: 2\n");

        assertThatThrownBy(() -> ConfigReloader.of(file)).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> ConfigReloader.of(directory.resolve("none"))).isInstanceOf(IOException.class);
    }

    private Path write(String upstream) throws IOException {
        Path fresh = directory.resolve("fresh");
        Files.writeString(fresh, "version: 1\nupstreams:\n  " + upstream + ":\n    command: [node]\n");
        return Files.move(fresh, directory.resolve("guard.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String name(GuardConfig config) {
        return config.upstreams().get(0).name();
    }
}
