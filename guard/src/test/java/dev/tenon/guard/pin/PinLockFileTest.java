package dev.tenon.guard.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinLockFileTest {

    @TempDir
    Path directory;

    private Path path;
    private PinLockFile file;

    @BeforeEach
    void file() {
        path = directory.resolve("tenon.lock");
        file = new PinLockFile(path);
    }

    @Test
    void without_a_file_nothing_is_approved() {
        assertThat(file.read()).isEqualTo(PinLock.EMPTY);
    }

    @Test
    void it_is_sorted_and_has_a_line_for_each_member() throws IOException {
        file.write(PinLock.EMPTY
                .withPinsReplaced("z", Map.of("two", pin("{\"name\":\"two\"}")))
                .withPinsReplaced("a", Map.of("one", pin("{\"name\":\"one\",\"description\":\"d\"}"))));

        assertThat(Files.readString(path)).isEqualTo("""
                {
                  "version": 1,
                  "servers": {
                    "a": {
                      "tools": {
                        "one": {
                          "sha256": "%s",
                          "definition": {
                            "description": "d",
                            "name": "one"
                          }
                        }
                      }
                    },
                    "z": {
                      "tools": {
                        "two": {
                          "sha256": "%s",
                          "definition": {
                            "name": "two"
                          }
                        }
                      }
                    }
                  }
                }
                """.formatted(
                        pin("{\"name\":\"one\",\"description\":\"d\"}").sha256(),
                        pin("{\"name\":\"two\"}").sha256()));
    }

    @Test
    void writing_and_reading_round_trips() throws IOException {
        PinLock lock =
                PinLock.EMPTY.withPinsReplaced("s", Map.of("t", pin("{\"name\":\"t\",\"x\":1.50,\"y\":\"\\u200b\"}")));
        file.write(lock);
        String first = Files.readString(path);

        file.write(file.read());

        assertThat(Files.readString(path)).isEqualTo(first);
        assertThat(file.read()).isEqualTo(lock);
    }

    @Test
    void an_edited_definition_is_detected() throws IOException {
        file.write(PinLock.EMPTY.withPinsReplaced("s", Map.of("t", pin("{\"name\":\"t\",\"description\":\"good\"}"))));
        Files.writeString(path, Files.readString(path).replace("good", "evil"));

        assertThatThrownBy(file::read)
                .isInstanceOf(PinFileException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining("the sha256 of tool s.t does not match its definition")
                .hasMessageContaining("approve the tools again");
    }

    @Test
    void a_later_version_and_an_invalid_file_are_rejected() throws IOException {
        Files.writeString(path, "{\"version\":2,\"servers\":{}}");
        assertThatThrownBy(file::read).hasMessageContaining("unsupported version 2");
        Files.writeString(path, "{\"version\":1,");
        assertThatThrownBy(file::read).isInstanceOf(PinFileException.class);
        Files.writeString(path, "{\"version\":1}");
        assertThatThrownBy(file::read).hasMessageContaining("object: servers");
        Files.writeString(path, "{\"version\":1,\"servers\":{\"s\":{\"tools\":{\"t\":{}}}}}");
        assertThatThrownBy(file::read).hasMessageContaining("s.t lacks sha256");
    }

    private static PinnedDefinition pin(String definition) {
        return PinnedDefinition.of(Json.parse(definition));
    }
}
