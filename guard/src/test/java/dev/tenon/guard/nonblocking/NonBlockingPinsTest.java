package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.guard.Conditions;
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

/** Event loops check pins without disk access, and changes of the lock file take effect soon. */
@BlockedThreadCheck
class NonBlockingPinsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_changed_lock_file_takes_effect_soon(Revision revision) throws Exception {
        PinLockFile file = new PinLockFile(directory.resolve("tenon.lock"));
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(
                        new PinPolicy(new PinStore(file, NewToolMode.TRUST_FIRST)), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        CallThreadRecorder recorder = new CallThreadRecorder(true);
        try (HttpGuardFixture fixture = new HttpGuardFixture(
                revision,
                builder -> builder.observers(recorder).policies(policies).upstreamName("behind"))) {
            fixture.client().tools().toList();
            assertThat(file.read().hasServer("behind")).isTrue();
            PinLock approved = file.read();
            awaitNonBlocking(fixture, recorder);

            file.write(PinLock.EMPTY.withPinsReplaced("behind", Map.of()));
            Conditions.await(Duration.ofSeconds(20), () -> isWithheld(fixture));
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();

            file.write(approved);
            Conditions.await(Duration.ofSeconds(20), () -> !isWithheld(fixture));
            assertThat(fixture.echo("x")).contains("said x");
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
        }
    }

    private static boolean isWithheld(HttpGuardFixture fixture) {
        try {
            fixture.echo("x");
            return false;
        } catch (ServerErrorException e) {
            assertThat(e.serverMessage()).contains("held back");
            return true;
        }
    }

    private static void awaitNonBlocking(HttpGuardFixture fixture, CallThreadRecorder recorder)
            throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        fixture.echo("first");
        while (!recorder.lastCall().endedOnIoThread() && System.nanoTime() < until) {
            Thread.sleep(20);
            fixture.echo("again");
        }
        assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
    }
}
