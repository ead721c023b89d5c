package dev.tenon.guard.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

    @TempDir
    Path directory;

    @Test
    void content_is_read_back_and_no_temporary_file_remains() throws IOException {
        AtomicFile file = AtomicFile.withDefaultPermissions(directory.resolve("new/x"), 10);

        assertThat(file.read()).isEmpty();
        file.write(new byte[] {1, 2});
        file.write(new byte[] {3});

        assertThat(file.read()).hasValue(new byte[] {3});
        try (Stream<Path> files = Files.list(directory.resolve("new"))) {
            assertThat(files).containsExactly(directory.resolve("new/x"));
        }
    }

    @Test
    void an_owner_only_file_is_private() throws IOException {
        AtomicFile.ownerOnly(directory.resolve("x"), 10).write(new byte[1]);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("x"))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_file_that_is_too_large_is_not_read() throws IOException {
        Files.write(directory.resolve("x"), new byte[11]);

        assertThatThrownBy(() -> AtomicFile.withDefaultPermissions(directory.resolve("x"), 10)
                        .read())
                .hasMessageContaining("larger than 10 bytes");
    }

    @Test
    void a_reader_never_sees_partial_content() throws Exception {
        AtomicFile file = AtomicFile.withDefaultPermissions(directory.resolve("x"), 1 << 20);
        byte[] ones = filledArray(1);
        file.write(ones);
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                try {
                    file.write(filledArray(i % 2));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        writer.start();
        while (writer.isAlive()) {
            byte[] read = file.read().orElseThrow();
            assertThat(Arrays.equals(read, filledArray(0)) || Arrays.equals(read, ones))
                    .isTrue();
        }
        writer.join();
    }

    private static byte[] filledArray(int value) {
        byte[] bytes = new byte[100_000];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
