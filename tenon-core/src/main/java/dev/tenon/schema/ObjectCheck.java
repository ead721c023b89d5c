package dev.tenon.schema;

import dev.tenon.json.Json;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object: {@code properties}, {@code required} and {@code additionalProperties}.
 *
 * @param members all that are named, each once
 * @param described the names under {@code properties}
 * @param others what is asked of members that are not described; null when they may be anything
 */
record ObjectCheck(
        Member[] members, Set<String> described, @Nullable Check others) implements Check {
    /** @param check what is asked of its value; null when it is not described */
    record Member(String name, boolean required, @Nullable Check check) {}

    @Override
    public boolean holds(Json value, Allowance allowance) {
        if (!allowance.reading(value.size(), 1) || !allowance.steps(members.length)) {
            return false;
        }
        Map<String, Json> given = value.members();
        int known = 0;
        for (Member member : members) {
            Json its = given.get(member.name);
            if (its == null && member.required) {
                return false;
            }
            if (its != null && member.check != null) {
                known++;
                if (!member.check.holds(its, allowance)) {
                    return false;
                }
            }
        }
        return others == null || known == given.size() || fits(given, others, allowance);
    }

    private boolean fits(Map<String, Json> given, Check asked, Allowance allowance) {
        if (asked == Check.NEVER) {
            return false;
        }
        for (Map.Entry<String, Json> member : given.entrySet()) {
            if (!described.contains(member.getKey()) && !asked.holds(member.getValue(), allowance)) {
                return false;
            }
        }
        return true;
    }
}
