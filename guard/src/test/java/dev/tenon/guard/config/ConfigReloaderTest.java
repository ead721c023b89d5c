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
    void a_changed_file_is_applied_and_an_invalid_one_is_not() throws Exception {
        Path file = write("one");
        ConfigReloader reloader = ConfigReloader.of(file);
        reloader.reloadIfChanged(this::apply);
        assertThat(name(reloader.current())).isEqualTo("one");
        assertThat(applied).isEmpty();

        write("two");
        reloader.reloadIfChanged(this::apply);
        reloader.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("two");
        assertThat(name(reloader.current())).isEqualTo("two");

        Files.writeString(file, "version: 2\n");
        reloader.reloadIfChanged(this::apply);
        Files.delete(file);
        reloader.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("two");
        assertThat(name(reloader.current())).isEqualTo("two");

        write("three");
        reloader.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("two", "three");
    }

    /** Issue 20, item 7: a configuration that cannot be applied is retried, and is current only once it is applied. */
    @Test
    void a_configuration_that_cannot_be_applied_is_retried() throws Exception {
        ConfigReloader reloader = ConfigReloader.of(write("one"));
        write("two");
        List<String> tried = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            reloader.reloadIfChanged(config -> {
                tried.add(name(config));
                throw new IllegalStateException("not approved");
            });
            assertThat(name(reloader.current())).isEqualTo("one");
        }
        reloader.reloadIfChanged(this::apply);
        reloader.reloadIfChanged(this::apply);
        assertThat(tried).containsExactly("two", "two");
        assertThat(applied).containsExactly("two");
        assertThat(name(reloader.current())).isEqualTo("two");
    }

    @Test
    void a_newer_file_replaces_one_that_cannot_be_applied() throws Exception {
        ConfigReloader reloader = ConfigReloader.of(write("one"));
        write("two");
        reloader.reloadIfChanged(config -> {
            throw new IllegalStateException("not approved");
        });
        write("three");
        reloader.reloadIfChanged(this::apply);
        assertThat(applied).containsExactly("three");
    }

    @Test
    void the_first_configuration_must_be_valid() throws IOException {
        Path file = directory.resolve("guard.yaml");
        Files.writeString(file, "version: 2\n");

        assertThatThrownBy(() -> ConfigReloader.of(file)).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> ConfigReloader.of(directory.resolve("none"))).isInstanceOf(IOException.class);
    }

    private Path write(String upstream) throws IOException {
        Path temporary = directory.resolve("fresh");
        Files.writeString(temporary, "version: 1\nupstreams:\n  " + upstream + ":\n    command: [node]\n");
        return Files.move(temporary, directory.resolve("guard.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String name(GuardConfig config) {
        return config.upstreams().get(0).name();
    }
}
