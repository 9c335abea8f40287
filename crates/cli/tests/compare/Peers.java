import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Date;
import java.util.TimeZone;
import org.quartz.CronExpression;

/**
 * Prints the runs of expressions, as Quartz computes them.
 *
 * Reads a job per line from standard input: the expression, the time zone, and pairs of instants in seconds, separated
 * by tabs and blanks. Writes a line per job: its runs in seconds.
 */
public class Peers {
    public static void main(String[] args) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        PrintStream out = new PrintStream(System.out, false);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields = line.split("\t");
            CronExpression expression = new CronExpression(fields[0]);
            expression.setTimeZone(TimeZone.getTimeZone(fields[1]));
            String[] windows = fields[2].split(" ");
            StringBuilder runs = new StringBuilder();
            for (int index = 0; index < windows.length; index += 2) {
                Date at = new Date(Long.parseLong(windows[index]) * 1000);
                Date until = new Date(Long.parseLong(windows[index + 1]) * 1000);
                while ((at = expression.getTimeAfter(at)) != null && at.before(until)) {
                    runs.append(at.getTime() / 1000).append(' ');
                }
            }
            out.println(runs);
        }
        out.flush();
    }
}
