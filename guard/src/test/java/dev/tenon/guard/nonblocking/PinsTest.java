package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.guard.Await;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.PinLock;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinPolicy;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.model.Revision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pins are checked on event loops too, without a look at the disk, and what changes there counts soon. */
@BlockedThreadCheck
class PinsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_changed_lock_file_counts_within_a_moment(Revision revision) throws Exception {
        PinLockFile file = new PinLockFile(directory.resolve("tenon.lock"));
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(
                        new PinPolicy(new PinStore(file, NewToolMode.TRUST_FIRST)), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        Ways ways = new Ways(true);
        try (Stage stage = new Stage(
                revision, builder -> builder.observers(ways).policies(policies).upstreamName("behind"))) {
            stage.client().tools().toList();
            assertThat(file.read().hasServer("behind")).isTrue();
            PinLock approved = file.read();
            awaitLoop(stage, ways);

            file.write(PinLock.EMPTY.withPinsReplaced("behind", Map.of()));
            Await.within(Duration.ofSeconds(20), () -> isHeldBack(stage));
            assertThat(ways.last().begunOnLoop()).isTrue();

            file.write(approved);
            Await.within(Duration.ofSeconds(20), () -> !isHeldBack(stage));
            assertThat(stage.echo("x")).contains("said x");
            assertThat(ways.last().endedOnLoop()).isTrue();
        }
    }

    private static boolean isHeldBack(Stage stage) {
        try {
            stage.echo("x");
            return false;
        } catch (ServerErrorException e) {
            assertThat(e.serverMessage()).contains("held back");
            return true;
        }
    }

    private static void awaitLoop(Stage stage, Ways ways) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        stage.echo("first");
        while (!ways.last().endedOnLoop() && System.nanoTime() < until) {
            Thread.sleep(20);
            stage.echo("again");
        }
        assertThat(ways.last().endedOnLoop()).isTrue();
    }
}
