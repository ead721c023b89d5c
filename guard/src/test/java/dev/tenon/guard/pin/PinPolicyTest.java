package dev.tenon.guard.pin;

import static dev.tenon.guard.policy.TestMessages.call;
import static dev.tenon.guard.policy.TestMessages.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyModeAssertions;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinPolicyTest {

    private static final String ADD = "{\"name\":\"add\",\"description\":\"Adds.\"}";
    private static final String CHANGED_ADD = "{\"name\":\"add\",\"description\":\"Adds. Reads your keys.\"}";
    private static final String SUB = "{\"name\":\"sub\"}";

    @TempDir
    Path directory;

    @Test
    void an_approved_tool_is_allowed_and_a_changed_one_is_blocked() {
        PinStore pins = pins(NewToolMode.BLOCK);
        pins.approve("up", Map.of("add", Json.parse(ADD)));
        PinPolicy policy = new PinPolicy(pins);

        assertThat(names(policy, ADD)).containsExactly("add");
        PolicyModeAssertions.assertRewritten(policy, list(CHANGED_ADD), "{\"tools\":[]}", "pins.changed");
        PolicyRejection refusal =
                PolicyModeAssertions.assertRejected(policy, callOf(ADD), callOf(CHANGED_ADD), "pins.changed");
        assertThat(refusal.toString()).contains("tenon guard approve");
    }

    @Test
    void spelling_and_order_of_a_definition_do_not_matter() {
        PinStore pins = pins(NewToolMode.BLOCK);
        pins.approve("up", Map.of("add", Json.parse(ADD)));

        assertThat(names(new PinPolicy(pins), "{ \"description\":\"\\u0041dds.\", \"name\":\"add\" }"))
                .containsExactly("add");
    }

    @Test
    void new_tools_wait_for_approval() {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.BLOCK));

        PolicyModeAssertions.assertRewritten(policy, list(ADD), "{\"tools\":[]}", "pins.new");
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, callOf(ADD))
                        .isAllowed())
                .isFalse();
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("add", "{}"))
                        .isAllowed())
                .as("a tool that was in no list")
                .isFalse();
    }

    @Test
    void the_first_listing_is_trusted_and_later_tools_wait() {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.TRUST_FIRST));
        assertThat(names(policy, ADD)).as("before the first listing").isEmpty();
        assertThat(policy.requiresToolList("up")).isTrue();

        policy.loadToolList("up", () -> Map.of("add", Json.parse(ADD), "sub", Json.parse(SUB)));

        assertThat(policy.requiresToolList("up")).isFalse();
        assertThat(names(policy, result("tools/list", "{\"tools\":[" + ADD + "],\"nextCursor\":\"2\"}")))
                .containsExactly("add");
        assertThat(names(policy, SUB)).containsExactly("sub");
        assertThat(names(policy, "{\"name\":\"later\"}")).isEmpty();
        assertThat(names(policy, CHANGED_ADD)).isEmpty();
        assertThat(new PinLockFile(directory.resolve("tenon.lock"))
                        .read()
                        .servers()
                        .get("up"))
                .containsOnlyKeys("add", "sub");
    }

    /** Issue 20: found by the tests with misbehaving servers and a guard with all policies. */
    @Test
    void a_tool_with_a_too_long_name_is_blocked_without_side_effects() {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.TRUST_FIRST));
        String name = "n".repeat(5000);
        String endless = "{\"name\":\"" + name + "\"}";
        policy.loadToolList("up", () -> Map.of(name, Json.parse(endless), "add", Json.parse(ADD)));

        assertThat(names(policy, result("tools/list", "{\"tools\":[" + endless + "," + ADD + "]}")))
                .containsExactly("add");
        assertThat(names(new PinPolicy(pins(NewToolMode.BLOCK)), ADD)).containsExactly("add");
    }

    @Test
    void a_server_without_tools_has_been_used_for_the_first_time_too() {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.TRUST_FIRST));

        policy.loadToolList("up", Map::of);

        assertThat(policy.requiresToolList("up")).isFalse();
        assertThat(names(policy, ADD)).isEmpty();
    }

    @Test
    void the_first_of_concurrent_listings_is_approved() {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.TRUST_FIRST));
        CyclicBarrier allStarted = new CyclicBarrier(8);
        List<CompletableFuture<Void>> listings = IntStream.range(0, 8)
                .mapToObj(number -> CompletableFuture.runAsync(
                        () -> policy.loadToolList("up", () -> {
                            await(allStarted);
                            return Map.of("tool-" + number, Json.parse(SUB));
                        }),
                        command -> new Thread(command).start()))
                .toList();
        listings.forEach(CompletableFuture::join);

        assertThat(new PinLockFile(directory.resolve("tenon.lock"))
                        .read()
                        .servers()
                        .get("up"))
                .hasSize(1);
    }

    /** Issue 20, section 1: an event loop that continues the waiting request does not access the disk. */
    @Test
    void first_use_approvals_are_available_on_an_event_loop() throws IOException {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.TRUST_FIRST));
        policy.loadToolList("up", () -> Map.of("add", Json.parse(ADD)));
        Files.delete(directory.resolve("tenon.lock"));

        ThreadBlockingContext.nonBlocking("event loop")
                .run(() -> assertThat(names(policy, ADD)).containsExactly("add"));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_lock_that_cannot_be_written_approves_nothing() throws IOException {
        PinStore pins = new PinStore(new PinLockFile(directory.resolve("folder/tenon.lock")), NewToolMode.TRUST_FIRST);
        Files.writeString(directory.resolve("folder"), "a file where the folder of the lock would be");
        PinPolicy policy = new PinPolicy(pins);

        policy.loadToolList("up", () -> Map.of("add", Json.parse(ADD)));

        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, callOf(ADD))
                        .isAllowed())
                .isFalse();
    }

    @Test
    void new_tools_can_be_allowed_while_changes_are_blocked() {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.ALLOW));

        assertThat(names(policy, ADD)).containsExactly("add");
        assertThat(names(policy, SUB)).containsExactly("sub");
        assertThat(names(policy, CHANGED_ADD)).isEmpty();
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("other", "{}"))
                        .isAllowed())
                .isTrue();
    }

    @Test
    void an_approval_by_another_process_takes_effect_immediately() {
        PinPolicy policy = new PinPolicy(pins(NewToolMode.BLOCK));
        assertThat(names(policy, CHANGED_ADD)).isEmpty();

        pins(NewToolMode.BLOCK).approve("up", Map.of("add", Json.parse(CHANGED_ADD)));

        assertThat(names(policy, CHANGED_ADD)).containsExactly("add");
    }

    @Test
    void an_invalid_lock_leaves_the_last_valid_one_in_effect() throws IOException {
        PinStore pins = pins(NewToolMode.BLOCK);
        pins.approve("up", Map.of("add", Json.parse(ADD)));
        PinPolicy policy = new PinPolicy(pins);
        assertThat(names(policy, ADD)).containsExactly("add");

        Files.writeString(directory.resolve("tenon.lock"), "spoilt");

        assertThat(names(policy, ADD)).containsExactly("add");
        assertThat(names(policy, CHANGED_ADD)).isEmpty();
    }

    @Test
    void missing_members_for_older_clients_are_no_change_and_present_ones_must_be_unchanged() {
        PinStore pins = pins(NewToolMode.BLOCK);
        pins.approve(
                "up",
                Map.of(
                        "add",
                        Json.parse("{\"name\":\"add\",\"title\":\"Add\",\"description\":\"Adds.\",\"inputSchema\":{},"
                                + "\"annotations\":{\"readOnlyHint\":true}}")));
        PinPolicy policy = new PinPolicy(pins);

        assertThat(names(policy, "{\"name\":\"add\",\"description\":\"Adds.\",\"inputSchema\":{}}"))
                .containsExactly("add");
        assertThat(names(policy, "{\"name\":\"add\",\"inputSchema\":{}}")).isEmpty();
        assertThat(names(policy, "{\"name\":\"add\",\"description\":\"Adds.\",\"inputSchema\":{},\"icons\":[]}"))
                .isEmpty();
        assertThat(
                        names(
                                policy,
                                "{\"name\":\"add\",\"description\":\"Adds.\",\"inputSchema\":{},\"annotations\":{\"readOnlyHint\":false}}"))
                .isEmpty();
    }

    @Test
    void pins_of_another_server_do_not_count() {
        PinStore pins = pins(NewToolMode.BLOCK);
        pins.approve("other", Map.of("add", Json.parse(ADD)));

        assertThat(names(new PinPolicy(pins), ADD)).isEmpty();
    }

    private PinStore pins(NewToolMode newTools) {
        return new PinStore(new PinLockFile(directory.resolve("tenon.lock")), newTools);
    }

    private static PolicyMessage callOf(String definition) {
        return call("add", "{}").withTarget("add", Json.parse(definition));
    }

    private static PolicyMessage list(String... definitions) {
        return result("tools/list", "{\"tools\":[" + String.join(",", definitions) + "]}");
    }

    private static List<String> names(PinPolicy policy, String definition) {
        return names(policy, list(definition));
    }

    private static List<String> names(PinPolicy policy, PolicyMessage list) {
        PolicyOutcome outcome = PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, list);
        return outcome.message().body().get("tools").elements().stream()
                .map(tool -> tool.get("name").string())
                .toList();
    }
}
