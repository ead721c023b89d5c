package dev.tenon.cli.demo;

import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.SizeRange;
import dev.tenon.schema.annotation.StringFormat;
import dev.tenon.schema.annotation.Title;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.feature.ToolSpec;

/** Requests a form that is derived from a record. If the user declines, the call ends with a result that says so. */
final class SignUpTool {
    enum Plan {
        FREE,
        PLUS
    }

    record Account(
            @Title("Name") @SizeRange(min = 1, max = 80) String name,
            @Title("Email") @StringFormat("email") String email,
            @Title("Plan") Plan plan,

            @Title("Newsletter") @Description("Whether to send you news")
            boolean newsletter) {}

    private SignUpTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("sign_up")
                .title("Sign up")
                .description("Asks the user for an account's data with a form. Nothing is kept.")
                .handler((nothing, call) -> signUp(call));
    }

    private static String signUp(CallContext call) {
        Account account = call.requestInput(
                        "account", ClientInputRequest.form("Please tell us about your new account.", Account.class))
                .orElseThrow();
        return "Welcome " + account.name() + ", your plan is " + account.plan() + ".";
    }
}
