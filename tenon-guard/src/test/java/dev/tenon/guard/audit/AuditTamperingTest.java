package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 20, item 17: what is done to an audit while no guard runs is found, before the next start and after it. */
class AuditTamperingTest {

    @TempDir
    Path directory;

    /** What is done to ten lines in one file. */
    enum Tampering {
        CUT_END {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.subList(7, 10).clear());
            }
        },
        CUT_WITHIN_THE_LAST_LINE {
            @Override
            void tamper(AuditFiles files) throws IOException {
                byte[] bytes = Files.readAllBytes(files.current());
                Files.write(files.current(), Arrays.copyOf(bytes, bytes.length - 20));
            }
        },
        EMPTIED {
            @Override
            void tamper(AuditFiles files) throws IOException {
                Files.write(files.current(), new byte[0]);
            }
        },
        REMOVED {
            @Override
            void tamper(AuditFiles files) throws IOException {
                Files.delete(files.current());
            }
        },
        REPLACED_BY_AN_OLDER_COPY {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.subList(2, 10).clear());
            }
        },
        CHANGED_LAST_LINE {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.set(9, lines.get(9).replace("tool10", "tool11")));
            }
        },
        SPOILT_LAST_LINE {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.set(9, "garbage"));
            }
        },
        CHANGED_LINE {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.set(4, lines.get(4).replace("tool5", "tool6")));
            }
        },
        SWAPPED_LINES {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> Collections.swap(lines, 3, 4));
            }
        },
        REPEATED_LAST_LINE {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.add(lines.get(9)));
            }
        },
        CUT_BEGINNING {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.subList(0, 3).clear());
            }
        },
        REMOVED_NOTE {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.subList(7, 10).clear());
                Files.delete(files.head());
            }
        },
        SPOILT_NOTE {
            @Override
            void tamper(AuditFiles files) throws IOException {
                edit(files, lines -> lines.subList(7, 10).clear());
                Files.writeString(files.head(), "nothing");
            }
        };

        abstract void tamper(AuditFiles files) throws IOException;
    }

    private static void edit(AuditFiles files, Consumer<List<String>> change) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(files.current()));
        change.accept(lines);
        Files.writeString(files.current(), String.join("\n", lines) + "\n");
    }

    @ParameterizedTest
    @EnumSource(Tampering.class)
    void every_tampering_is_found_before_a_restart_and_after_each_that_follows(Tampering tampering) throws IOException {
        Path file = directory.resolve("audit.jsonl");
        Entries.write(file, 10, 1 << 20);
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();

        tampering.tamper(new AuditFiles(file));

        if (Files.exists(file)) {
            assertThat(AuditVerifier.verify(file).problems()).isNotEmpty();
        }
        for (int restart = 1; restart <= 3; restart++) {
            Entries.write(file, 5, 1 << 20);
            assertThat(AuditVerifier.verify(file).problems())
                    .as("after restart %s", restart)
                    .isNotEmpty();
        }
        assertThat(Entries.tools(file)).endsWith("tool2", "tool3", "tool4", "tool5");
    }

    @Test
    void the_chain_goes_on_behind_the_line_that_was_noted_and_says_what_is_missing() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        Entries.write(file, 10, 1 << 20);
        edit(new AuditFiles(file), lines -> lines.subList(7, 10).clear());

        Entries.write(file, 2, 1 << 20);

        assertThat(Files.readAllLines(file).get(7))
                .startsWith("{\"seq\":11,")
                .contains("\"event\":\"opened\",\"missingFrom\":8,\"missingTo\":10}");
        assertThat(AuditVerifier.verify(file).problems())
                .extracting(AuditProblem::message)
                .containsExactly("lines 8 to 10 of the chain are missing before this one");
    }

    @Test
    void a_removed_file_of_the_calls_under_way_is_found_after_a_kill() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        Entries.write(file, 10, 1 << 20);
        AuditFiles files = new AuditFiles(file);
        Files.writeString(files.head(), Files.readString(files.head()).replace("stopped", "running"));
        Files.delete(files.calls());

        assertThat(AuditVerifier.verify(file).problems())
                .singleElement()
                .asString()
                .contains("of the calls under way was removed");
        Entries.write(file, 2, 1 << 20);
        assertThat(AuditVerifier.verify(file).problems())
                .singleElement()
                .asString()
                .contains("the file of the calls under way was missing");
    }
}
