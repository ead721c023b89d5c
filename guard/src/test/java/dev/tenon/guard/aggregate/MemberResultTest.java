package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemberResultTest {
    private static final ReferenceCountedMember MEMBER =
            new ReferenceCountedMember(new AggregateMember("one", "", new FakeMember("one")));
    private static final RpcException UNSUPPORTED = new RpcException(ErrorCode.METHOD_NOT_FOUND, "unsupported");
    private static final RpcException FAILED = new RpcException(ErrorCode.INTERNAL_ERROR, "failed");
    private static final MemberRemovedException REMOVED = new MemberRemovedException(MEMBER);

    private static MemberResult<String> result(@Nullable String value, @Nullable Exception problem) {
        return new MemberResult<>(MEMBER, value, problem);
    }

    private static Exception select(Exception... problems) {
        return MemberResult.selectProblem(
                Methods.LIST_TOOLS,
                List.of(problems).stream().map(problem -> result(null, problem)).toList());
    }

    @Test
    void a_removed_member_takes_precedence_as_the_request_is_repeated() {
        assertThat(select(FAILED, UNSUPPORTED, REMOVED)).isSameAs(REMOVED);
    }

    @Test
    void a_failure_takes_precedence_over_a_method_that_is_not_supported() {
        assertThat(select(UNSUPPORTED, FAILED)).isSameAs(FAILED);
    }

    @Test
    void the_error_of_a_sole_member_is_forwarded_unchanged() {
        assertThat(select(UNSUPPORTED)).isSameAs(UNSUPPORTED);
    }

    @Test
    void a_method_that_no_member_supports_is_not_found() {
        assertThat(select(UNSUPPORTED, UNSUPPORTED))
                .isNotSameAs(UNSUPPORTED)
                .hasMessageContaining("tools/list")
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.METHOD_NOT_FOUND));
    }

    @Test
    void one_success_suffices() {
        List<MemberResult<String>> results = List.of(result(null, REMOVED), result("value", null));

        assertThatCode(() -> MemberResult.requireAnySuccess(Methods.LIST_TOOLS, results))
                .doesNotThrowAnyException();
        assertThat(MemberResult.values(results)).containsExactly("value");
    }

    @Test
    void without_members_nothing_fails_but_with_failures_only_it_does() {
        assertThatCode(() -> MemberResult.requireAnySuccess(Methods.LIST_TOOLS, List.of()))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> MemberResult.requireAnySuccess(Methods.LIST_TOOLS, List.of(result(null, FAILED))))
                .isSameAs(FAILED);
    }
}
