package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The token file: other users cannot read it, and it is never left incomplete. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "It has other permissions")
class FileTokenStoreTest {
    @TempDir
    private Path folder;

    private Path file;
    private FileTokenStore store;

    @BeforeEach
    void createStore() {
        file = folder.resolve("a").resolve("tenon").resolve("tokens.json");
        store = FileTokenStore.of(file);
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    @Covers({"2025-03-26/auth-client/token-storage", "2026-07-28/auth-client/refresh-confidential"})
    void only_the_owner_can_read_the_file_and_its_directory() throws Exception {
        assertThat(store.get("a")).isNull();
        assertThat(file.getParent()).doesNotExist();
        store.put("a", "SECRET \"1\"\n");
        assertThat(store.get("a")).isEqualTo("SECRET \"1\"\n");
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(file.getParent())).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).allSatisfy(path -> assertThat(permissions(path)).isEqualTo("rw-------"));
        }
        assertThat(FileTokenStore.of(file).get("a")).isEqualTo("SECRET \"1\"\n");
        store.remove("a");
        store.remove("a");
        assertThat(FileTokenStore.of(file).get("a")).isNull();
    }

    @Test
    @Covers("2025-03-26/auth-client/token-storage")
    void a_file_that_other_users_can_access_is_rejected() throws Exception {
        store.put("a", "SECRET");
        for (String permissions : List.of("rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rw---x---")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            for (Runnable operation :
                    List.<Runnable>of(() -> store.get("a"), () -> store.put("b", "c"), () -> store.remove("a"))) {
                assertThatThrownBy(operation::run)
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("chmod 600")
                        .hasMessageNotContaining("SECRET");
            }
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> store.get("a"))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("chmod 700");
    }

    @Test
    void a_link_is_not_followed() throws Exception {
        store.put("a", "SECRET");
        Path target = folder.resolve("real");
        Files.move(file, target);
        Files.createSymbolicLink(file, target);
        assertThatThrownBy(() -> store.get("a"))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("it is a link");
    }

    @Test
    void a_damaged_file_is_reported_without_its_contents() throws Exception {
        store.put("a", "SECRET");
        Files.writeString(file, "{\"a\":\"SECRET");
        assertThatThrownBy(() -> store.get("a"))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("is damaged")
                .hasMessageNotContaining("SECRET")
                .hasNoCause();
        assertThat(store.toString()).doesNotContain("SECRET");
    }

    @Test
    void concurrent_writes_of_several_stores_lose_no_entries() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        List<Future<?>> results = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            String key = "key" + i;
            results.add(pool.submit(() -> FileTokenStore.of(file).put(key, "text")));
        }
        for (Future<?> result : results) {
            result.get(60, TimeUnit.SECONDS);
        }
        pool.shutdown();
        assertThat(IntStream.range(0, 80).mapToObj(i -> store.get("key" + i))).containsOnly("text");
    }

    /** Writes until the process is killed. */
    static final class WriterProgram {
        public static void main(String[] arguments) {
            FileTokenStore store = FileTokenStore.of(Path.of(arguments[0]));
            for (int i = 0; ; i++) {
                store.put("number", String.valueOf(i));
                store.put("large", "x".repeat(100_000));
                if (i == 3) {
                    System.out.println("writing");
                }
            }
        }
    }

    @Test
    void a_process_that_is_killed_while_it_writes_leaves_a_complete_file_and_no_lock() throws Exception {
        for (int round = 0; round < 3; round++) {
            Process writer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            WriterProgram.class.getName(),
                            file.toString())
                    .redirectErrorStream(true)
                    .start();
            assertThat(writer.getInputStream().read()).isEqualTo('w');
            TimeUnit.MILLISECONDS.sleep(37L * round);
            writer.destroyForcibly().waitFor();
            assertThat(Integer.parseInt(store.get("number"))).isGreaterThanOrEqualTo(3);
            assertThat(store.get("large")).hasSize(100_000);
            store.put("mine", "kept");
            assertThat(store.get("mine")).isEqualTo("kept");
            assertThat(permissions(file)).isEqualTo("rw-------");
        }
    }
}
