package dev.tenon.schema;

/** The format {@code duration}: RFC 3339, appendix A. Units come in order and without gaps between the first and the last. */
final class DurationFormat {
    private DurationFormat() {}

    static boolean fits(String s) {
        if (s.length() < 3 || s.charAt(0) != 'P') {
            return false;
        }
        int t = s.indexOf('T');
        String date = t < 0 ? s.substring(1) : s.substring(1, t);
        String time = t < 0 ? "" : s.substring(t + 1);
        if (t >= 0 && time.isEmpty()) {
            return false;
        }
        boolean weeks = t < 0 && run(date, "W");
        return weeks || (date.isEmpty() || run(date, "YMD")) && (time.isEmpty() || run(time, "HMS"));
    }

    /** One or more of {@code digits unit}, the units following each other in the given order. */
    private static boolean run(String text, String units) {
        int i = 0;
        int last = -1;
        while (i < text.length()) {
            int start = i;
            while (i < text.length() && Formats.isDigit(text.charAt(i))) {
                i++;
            }
            if (i == start || i == text.length()) {
                return false;
            }
            int unit = units.indexOf(text.charAt(i++));
            if (unit < 0 || last >= 0 && unit != last + 1) {
                return false;
            }
            last = unit;
        }
        return true;
    }
}
