package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 17: tampering with an audit while no guard runs is detected before and after the next start. */
class AuditTamperingTest {

    @TempDir
    Path directory;

    /** The tampering of ten lines in one file. */
    enum Tampering {
        CUT_END {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> lines.subList(7, 10).clear());
            }
        },
        CUT_WITHIN_THE_LAST_LINE {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                byte[] bytes = Files.readAllBytes(files.currentPath());
                Files.write(files.currentPath(), Arrays.copyOf(bytes, bytes.length - 20));
            }
        },
        EMPTIED {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                Files.write(files.currentPath(), new byte[0]);
            }
        },
        REMOVED {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                Files.delete(files.currentPath());
            }
        },
        REPLACED_BY_AN_OLDER_COPY {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> lines.subList(2, 10).clear());
            }
        },
        CHANGED_LAST_LINE {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> lines.set(9, lines.get(9).replace("tool10", "tool11")));
            }
        },
        SPOILT_LAST_LINE {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> lines.set(9, "garbage"));
            }
        },
        CHANGED_LINE {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> lines.set(4, lines.get(4).replace("tool5", "tool6")));
            }
        },
        SWAPPED_LINES {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> Collections.swap(lines, 3, 4));
            }
        },
        REPEATED_LAST_LINE {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> lines.add(lines.get(9)));
            }
        },
        CUT_BEGINNING {
            @Override
            void tamper(AuditFileSet files) throws IOException {
                edit(files, lines -> lines.subList(0, 3).clear());
            }
        };

        abstract void tamper(AuditFileSet files) throws IOException;
    }

    /** The state of the head file. */
    enum HeadFileState {
        STOPPED {
            @Override
            void write(Path head) {}
        },
        /** As left by a killed guard. */
        RUNNING {
            @Override
            void write(Path head) throws IOException {
                Files.writeString(head, Files.readString(head).replace("stopped", "running"));
            }
        },
        REMOVED {
            @Override
            void write(Path head) throws IOException {
                Files.delete(head);
            }
        },
        EMPTIED {
            @Override
            void write(Path head) throws IOException {
                Files.writeString(head, "");
            }
        },
        SPOILT {
            @Override
            void write(Path head) throws IOException {
                Files.writeString(head, "nothing");
            }
        };

        abstract void write(Path head) throws IOException;
    }

    /** Without a readable last line and head file the guard does not start: AuditFailuresTest. */
    static Stream<Arguments> everyTampering() {
        return Stream.of(Tampering.values()).flatMap(tampering -> Stream.of(HeadFileState.values())
                .filter(headState ->
                        tampering != Tampering.SPOILT_LAST_LINE || headState.compareTo(HeadFileState.REMOVED) < 0)
                .map(headState -> Arguments.of(tampering, headState)));
    }

    private static void edit(AuditFileSet files, Consumer<List<String>> change) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(files.currentPath()));
        change.accept(lines);
        Files.writeString(files.currentPath(), String.join("\n", lines) + "\n");
    }

    @ParameterizedTest
    @MethodSource("everyTampering")
    void every_tampering_is_detected_before_and_after_restarts(Tampering tampering, HeadFileState headState)
            throws IOException {
        Path file = directory.resolve("audit.jsonl");
        AuditEntries.writeLog(file, 10, 1 << 20);
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();

        tampering.tamper(new AuditFileSet(file));
        headState.write(new AuditFileSet(file).headPath());

        if (Files.exists(file)) {
            assertThat(AuditVerifier.verify(file).problems()).isNotEmpty();
        }
        for (int restart = 1; restart <= 3; restart++) {
            AuditEntries.writeLog(file, 5, 1 << 20);
            assertThat(AuditVerifier.verify(file).problems())
                    .as("after restart %s", restart)
                    .isNotEmpty();
        }
        assertThat(AuditEntries.readToolNames(file)).endsWith("tool2", "tool3", "tool4", "tool5");
    }

    @Test
    void a_start_that_failed_before_the_first_line_is_not_reported() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        Files.createSymbolicLink(file, directory.resolve("missing").resolve("audit.jsonl"));
        assertThatThrownBy(() -> AuditEntries.writeLog(file, 1, 1 << 20)).isInstanceOf(AuditException.class);
        Files.delete(file);

        AuditEntries.writeLog(file, 2, 1 << 20);

        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
    }

    /** As {@code docs/guard-audit.md} says: only an externally stored hash shows that a new chain started. */
    @Test
    void removing_all_files_is_detected_only_with_an_external_hash() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        AuditFileSet files = new AuditFileSet(file);
        AuditEntries.writeLog(file, 10, 1 << 20);
        String first = Files.readAllLines(file).get(0);
        AuditReport report = AuditVerifier.verify(file);
        String next = "{\"seq\":11,\"prev\":\"" + report.hash() + "\",";

        AuditEntries.writeLog(file, 2, 1 << 20);
        assertThat(Files.readAllLines(file).get(10)).startsWith(next);

        for (Path each : List.of(files.currentPath(), files.headPath(), files.journalPath())) {
            Files.delete(each);
        }
        AuditEntries.writeLog(file, 12, 1 << 20);
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
        assertThat(Files.readAllLines(file).get(0)).isNotEqualTo(first);
        assertThat(Files.readAllLines(file).get(10)).doesNotStartWith(next);
    }

    @Test
    void the_chain_continues_after_the_recorded_line_and_reports_the_gap() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        AuditEntries.writeLog(file, 10, 1 << 20);
        edit(new AuditFileSet(file), lines -> lines.subList(7, 10).clear());

        AuditEntries.writeLog(file, 2, 1 << 20);

        assertThat(Files.readAllLines(file).get(7))
                .startsWith("{\"seq\":11,")
                .contains("\"event\":\"opened\",\"missingFrom\":8,\"missingTo\":10}");
        assertThat(AuditVerifier.verify(file).problems())
                .extracting(AuditProblem::message)
                .containsExactly("lines 8 to 10 of the chain are missing before this one");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_removed_or_emptied_journal_is_detected_after_a_kill(boolean isEmptied) throws IOException {
        Path file = directory.resolve("audit.jsonl");
        AuditEntries.writeLog(file, 10, 1 << 20);
        AuditFileSet files = new AuditFileSet(file);
        HeadFileState.RUNNING.write(files.headPath());
        Files.delete(files.journalPath());
        if (isEmptied) {
            Files.createFile(files.journalPath());
        }

        assertThat(AuditVerifier.verify(file).problems())
                .singleElement()
                .asString()
                .contains("of the calls under way was removed");
        AuditEntries.writeLog(file, 2, 1 << 20);
        assertThat(AuditVerifier.verify(file).problems())
                .singleElement()
                .asString()
                .contains("the file of the calls under way was missing");
    }
}
