package dev.tenon.cli.demo;

import dev.tenon.schema.Description;
import dev.tenon.schema.Format;
import dev.tenon.schema.Size;
import dev.tenon.schema.Title;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.ToolSpec;

/** Asks the user to fill in a form, which is made from a record. When the user declines, the call ends and says so. */
final class SignUpTool {
    enum Plan {
        FREE,
        PLUS
    }

    record Account(
            @Title("Name") @Size(min = 1, max = 80) String name,
            @Title("Email") @Format("email") String email,
            @Title("Plan") Plan plan,

            @Title("Newsletter") @Description("Whether to send you news")
            boolean newsletter) {}

    private SignUpTool() {}

    static ToolSpec spec() {
        return ToolSpec.named("sign_up")
                .title("Sign up")
                .description("Asks the user for an account's data with a form. Nothing is kept.")
                .handler((nothing, call) -> signUp(call));
    }

    private static String signUp(Call call) {
        Account account = call.ask("account", Ask.form("Please tell us about your new account.", Account.class))
                .orElseDecline();
        return "Welcome " + account.name() + ", your plan is " + account.plan() + ".";
    }
}
