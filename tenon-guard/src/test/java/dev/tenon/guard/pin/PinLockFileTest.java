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
    void where_there_is_no_file_nothing_is_approved() {
        assertThat(file.read()).isEqualTo(PinLock.EMPTY);
    }

    @Test
    void it_is_sorted_and_has_a_line_for_each_member() throws IOException {
        file.write(PinLock.EMPTY
                .withPins("z", Map.of("two", pin("{\"name\":\"two\"}")))
                .withPins("a", Map.of("one", pin("{\"name\":\"one\",\"description\":\"d\"}"))));

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
    void what_is_written_is_read_and_written_again_it_is_the_same() throws IOException {
        PinLock lock = PinLock.EMPTY.withPins("s", Map.of("t", pin("{\"name\":\"t\",\"x\":1.50,\"y\":\"\\u200b\"}")));
        file.write(lock);
        String first = Files.readString(path);

        file.write(file.read());

        assertThat(Files.readString(path)).isEqualTo(first);
        assertThat(file.read()).isEqualTo(lock);
    }

    @Test
    void a_definition_changed_by_hand_is_found_out() throws IOException {
        file.write(PinLock.EMPTY.withPins("s", Map.of("t", pin("{\"name\":\"t\",\"description\":\"good\"}"))));
        Files.writeString(path, Files.readString(path).replace("good", "evil"));

        assertThatThrownBy(file::read)
                .isInstanceOf(PinLockException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining("the hash of the tool s.t does not fit its definition")
                .hasMessageContaining("approve the tools again");
    }

    @Test
    void a_file_of_a_later_version_and_a_broken_one_are_refused() throws IOException {
        Files.writeString(path, "{\"version\":2,\"servers\":{}}");
        assertThatThrownBy(file::read).hasMessageContaining("version 2 is unknown here");
        Files.writeString(path, "{\"version\":1,");
        assertThatThrownBy(file::read).isInstanceOf(PinLockException.class);
        Files.writeString(path, "{\"version\":1}");
        assertThatThrownBy(file::read).hasMessageContaining("no object servers");
        Files.writeString(path, "{\"version\":1,\"servers\":{\"s\":{\"tools\":{\"t\":{}}}}}");
        assertThatThrownBy(file::read).hasMessageContaining("s.t lacks its sha256");
    }

    private static Pin pin(String definition) {
        return Pin.of(Json.parse(definition));
    }
}
