package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class ResourceRouterTest {
    private static final String URI = "a:/1";
    private static final Json PARAMS = Json.EMPTY_OBJECT.withMember("uri", Json.of(URI));
    private static final RpcException NOT_FOUND =
            new RpcException(new RpcError(-32002, "not found").withData(Map.of("uri", URI)));
    private static final RpcException FAILED = new RpcException(ErrorCode.INTERNAL_ERROR, "failed");

    private final FakeMember one = new FakeMember("one");
    private final FakeMember two = new FakeMember("two");
    private final FakeAggregate fake = new FakeAggregate(Revision.V2025_11_25, one, two);
    private final ResourceRouter router = new ResourceRouter(fake.connections, new ConcurrentHashMap<>());
    private final AggregateRequest request = new AggregateRequest(FakeAggregate.CALL, action -> {});

    private static BiFunction<Method<?, ?>, Json, Json> failing(RpcException error) {
        return (method, params) -> {
            throw error;
        };
    }

    private static BiFunction<Method<?, ?>, Json, Json> responding(String text) {
        return (method, params) -> Json.EMPTY_OBJECT.withMember("from", Json.of(text));
    }

    private String read() throws Exception {
        return router.read(PARAMS, request).string("from");
    }

    private void assertReadFails(RpcException error) {
        assertThatThrownBy(this::read).isSameAs(error);
    }

    @Test
    void a_resource_is_read_from_the_first_member_that_has_it_and_then_from_it_directly() throws Exception {
        one.responder = failing(NOT_FOUND);
        two.responder = responding("two");
        assertThat(read()).isEqualTo("two");
        assertThat(read()).isEqualTo("two");

        assertThat(one.events).containsExactly("connect", "resources/read");
    }

    @Test
    void a_member_that_should_have_the_resource_reports_its_failure() throws Exception {
        two.responder = responding("two");
        one.responder = failing(NOT_FOUND);
        read();
        two.responder = failing(FAILED);

        assertReadFails(FAILED);
    }

    @Test
    void a_failure_of_another_member_is_reported_only_if_no_member_has_the_resource() throws Exception {
        one.responder = failing(FAILED);
        two.responder = failing(NOT_FOUND);
        assertReadFails(FAILED);

        two.responder = responding("two");
        assertThat(read()).isEqualTo("two");
    }

    @Test
    void a_resource_that_no_member_has_is_not_found_in_the_revision_of_the_client() {
        one.responder = failing(NOT_FOUND);

        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(-32002))
                .isNotSameAs(NOT_FOUND);
    }

    @Test
    void a_method_that_no_member_supports_is_reported_as_such() {
        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.METHOD_NOT_FOUND));
    }

    @Test
    void a_cancelled_request_is_not_sent_to_further_members() {
        one.responder = failing(NOT_FOUND);
        AggregateRequest cancelled = new AggregateRequest(FakeAggregate.newCall(true), action -> {});

        assertThatThrownBy(() -> router.read(PARAMS, cancelled)).isSameAs(NOT_FOUND);
        assertThat(two.events).isEmpty();
    }

    @Test
    void a_request_is_repeated_if_a_member_was_replaced_meanwhile() throws Exception {
        FakeMember three = new FakeMember("three");
        three.responder = responding("three");
        one.responder = (method, params) -> {
            fake.replaceMembers(one, three);
            throw NOT_FOUND;
        };

        assertThat(read()).isEqualTo("three");
        assertThat(two.events).doesNotContain("resources/read");
    }

    @Test
    void without_a_hint_all_members_that_accept_are_subscribed_and_unsubscribed() throws Exception {
        one.responder = failing(FAILED);
        two.responder = responding("two");
        router.subscribe(PARAMS, request);
        assertThat(router.subscriptions().get(URI).members()).containsExactly(fake.member(two));

        router.unsubscribe(PARAMS, request);
        router.unsubscribe(PARAMS, request);
        assertThat(two.events).containsExactly("connect", "resources/subscribe", "resources/unsubscribe");
        assertThat(one.events).doesNotContain("resources/unsubscribe");
    }

    @Test
    void only_the_likely_member_is_subscribed() throws Exception {
        fake.aggregate.resourceIndex.recordFound(URI, fake.member(two));
        two.responder = responding("two");
        router.subscribe(PARAMS, request);

        assertThat(one.events).isEmpty();
    }

    @Test
    void a_subscription_that_all_members_reject_is_not_stored() {
        one.responder = failing(FAILED);
        two.responder = failing(FAILED);

        assertThatThrownBy(() -> router.subscribe(PARAMS, request)).isSameAs(FAILED);
        assertThat(router.subscriptions()).isEmpty();
    }

    @Test
    void a_subscription_continues_at_the_current_members() throws Exception {
        FakeMember three = new FakeMember("three");
        List.of(one, two, three).forEach(member -> member.responder = responding(member.name));
        router.subscribe(PARAMS, request);
        fake.replaceMembers(two, three);
        router.resubscribe();

        assertThat(router.subscriptions().get(URI).members()).containsExactly(fake.member(two), fake.member(three));
        assertThat(three.events).containsExactly("connect", "resources/subscribe");
    }

    @Test
    void a_member_that_is_replaced_during_the_subscription_is_noticed() throws Exception {
        FakeMember three = new FakeMember("three");
        three.responder = responding("three");
        one.responder = responding("one");
        two.responder = (method, params) -> {
            fake.replaceMembers(two, three);
            two.responder = responding("two");
            return Json.EMPTY_OBJECT;
        };
        router.subscribe(PARAMS, request);

        assertThat(router.subscriptions().get(URI).members()).containsExactly(fake.member(two), fake.member(three));
    }

    @Test
    void a_subscription_that_ends_while_it_moves_is_ended_at_the_new_member_too() throws Exception {
        FakeMember three = new FakeMember("three");
        List.of(one, two).forEach(member -> member.responder = responding(member.name));
        three.responder = (method, params) -> {
            if (method.equals(Methods.SUBSCRIBE)) {
                router.subscriptions().remove(URI);
            }
            return Json.EMPTY_OBJECT;
        };
        router.subscribe(PARAMS, request);
        fake.replaceMembers(two, three);
        router.resubscribe();

        assertThat(three.events).endsWith("resources/subscribe", "resources/unsubscribe");
        assertThat(router.subscriptions()).isEmpty();
    }

    @Test
    void a_subscription_that_cannot_move_does_not_stop_others() throws Exception {
        String other = "b:/2";
        FakeMember three = new FakeMember("three");
        List.of(one, two).forEach(member -> member.responder = responding(member.name));
        three.responder = (method, params) -> {
            if (URI.equals(params.string("uri"))) {
                throw FAILED;
            }
            return Json.EMPTY_OBJECT;
        };
        router.subscribe(PARAMS, request);
        router.subscribe(Json.EMPTY_OBJECT.withMember("uri", Json.of(other)), request);
        fake.replaceMembers(three);
        router.resubscribe();

        assertThat(router.subscriptions().get(other).members()).containsExactly(fake.member(three));
    }
}
